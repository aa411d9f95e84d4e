import type { RequestHead } from "../protocol.ts";
import type { Dispatch, VersionOf } from "../request.ts";
import { CallFailure } from "./call-failure.ts";
import { InProcessServer, type ServedCall } from "./in-process-server.ts";
import { SentCall } from "./sent-call.ts";
import type { AnswerOptions, Call, RequestBody, Transport } from "./transport.ts";

/** The servers of this process by the name of their service. */
const servers = new Map<string, InProcessServer>();

/**
 * Has callers in this process reach a service at `inproc://name`. `stop()` takes no further requests; disposal also
 * cuts what is under way.
 * @throws Error when the name is taken
 */
export function serveInProcess(
  name: string,
  handlers: { readonly dispatch: Dispatch; readonly versionOf?: VersionOf | undefined },
): InProcessServer {
  if (servers.has(name)) throw new Error(`The ${name} service runs in this process already.`);
  const server = new InProcessServer(handlers, () => servers.delete(name));
  servers.set(name, server);
  return server;
}

/**
 * Carries calls to a service of this process, with the limits and the back-pressure that calls over the network have.
 */
export class InProcessTransport implements Transport {
  readonly #name: string;
  readonly #calls = new Map<SentCall, ServedCall>();
  #retired = false;

  constructor(name: string) {
    this.#name = name;
  }

  get ready(): boolean {
    return !this.#retired && this.#server?.accepting === true;
  }

  get away(): boolean {
    return !this.ready;
  }

  carries(): boolean {
    return true;
  }

  connect(): undefined {
    return undefined;
  }

  missed(): void {
    // There is no other way.
  }

  reach(): void {
    // It is there as soon as it is started.
  }

  /** @throws Error when it is not ready */
  request(head: RequestHead, body: RequestBody, answer: AnswerOptions): Call {
    const server = this.#server;
    if (server === undefined) throw new Error(`No ${this.#name} service runs in this process.`);
    const call = new SentCall(this, [], answer);
    this.#calls.set(call, server.serve({ head, body }, call));
    call.sent(0);
    return call;
  }

  async version(realmId: number, timeoutMs: number): Promise<number | null> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new CallFailure("CALL_TIMEOUT", `No version came for ${timeoutMs} ms.`));
    }, timeoutMs);
    try {
      return await Promise.race([this.#server?.versionOf(realmId) ?? null, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  retire(): void {
    this.#retired = true;
  }

  close(): void {
    this.retire();
    for (const [call, served] of this.#calls) {
      served.abandon();
      call.fail(new CallFailure("CALL_CUT", "The client was closed."));
    }
  }

  sendMore(call: SentCall): void {
    this.#calls.get(call)?.grant();
  }

  answerBegun(): void {
    // Nobody waits for a turn.
  }

  forget(call: SentCall, tell: boolean): void {
    if (tell) this.#calls.get(call)?.abandon();
    this.#calls.delete(call);
  }

  get #server(): InProcessServer | undefined {
    return servers.get(this.#name);
  }
}
