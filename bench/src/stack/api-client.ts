import { readJson } from "../http/read-json.ts";
import { requestBytes, type RequestParts } from "../http/request-bytes.ts";
import { SenderPool } from "../load/sender-pool.ts";
import type { Stack } from "../stack.ts";

type Call = Pick<RequestParts, "credentials" | "parameters"> & { readonly path: string };

/** The product's HTTP API, for what benches prepare and for what they measure. */
export class ApiClient implements Disposable {
  readonly #url: URL;
  readonly #pool: SenderPool;

  private constructor(url: URL, pool: SenderPool) {
    this.#url = url;
    this.#pool = pool;
  }

  static async open(stack: Stack, connections: number): Promise<ApiClient> {
    return new ApiClient(stack.url, await SenderPool.open(stack.url, connections));
  }

  /** Returns the bytes of a request, to be made ahead of what is timed. Paths are those of the API. */
  bytes(method: RequestParts["method"], { path, ...parts }: Call): string {
    return requestBytes({ method, url: new URL(`/api/v1${path}`, this.#url), ...parts });
  }

  /** @throws Error on anything but success. */
  async send(bytes: string): Promise<Record<string, unknown>> {
    return readJson(await this.#pool.request(bytes));
  }

  /** @throws Error on anything but success. */
  async post(call: Call): Promise<Record<string, unknown>> {
    return await this.send(this.bytes("POST", call));
  }

  [Symbol.dispose](): void {
    this.#pool[Symbol.dispose]();
  }
}
