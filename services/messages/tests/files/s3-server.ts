import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { Secret } from "@team-chat/config";

const region = "eu-test-1";
const keys = { id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI" };

/** A bucket that lets in only what is signed by Signature Version 4, recomputed here from the request as it came. */
export class S3Server implements AsyncDisposable {
  readonly objects = new Map<string, Buffer>();
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body }) => {
      response.writeHead(status).end(body);
    });
  });

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await new Promise<void>((resolve) => {
      server.#server.listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  get settings() {
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/bucket`;
    return { url, region, accessKeyId: keys.id, secretAccessKey: keys.secret };
  }

  /** Configuration with which the service keeps its files here. */
  get config() {
    const { accessKeyId, secretAccessKey, url } = this.settings;
    return {
      S3_URL: url,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: new Secret(secretAccessKey),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer }> {
    const bytes = await buffer(request);
    if (!isSigned(request, bytes)) return { status: 403 };
    const { searchParams } = new URL(request.url ?? "", "http://bucket");
    const prefix = searchParams.get("prefix");
    if (request.method === "GET" && prefix !== null)
      return { status: 200, body: this.#list(prefix, searchParams) };
    const key = decodeURIComponent(request.url ?? "").replace("/bucket/", "");
    if (request.method === "PUT") {
      this.objects.set(key, bytes);
      return { status: 200 };
    }
    if (request.method === "DELETE") return { status: this.objects.delete(key) ? 204 : 404 };
    const body = this.objects.get(key);
    return body ? partOf(body, request.headers.range) : { status: 404 };
  }

  /** Lists in the order of keys, 1,000 of them at most, however many are asked for, as S3 does. */
  #list(prefix: string, asked: URLSearchParams): Buffer {
    const most = Math.min(Number(asked.get("max-keys")), 1000);
    const first = Number(asked.get("continuation-token") ?? 0);
    const all = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const contents = all
      .slice(first, first + most)
      .map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`);
    const next = first + most;
    const token = next < all.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : "";
    return Buffer.from(`<ListBucketResult>${token}${contents.join("")}</ListBucketResult>`);
  }
}

function partOf(body: Buffer, range: string | undefined): { status: number; body?: Buffer } {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (first === undefined) return { status: 200, body };
  if (Number(first) >= body.length) return { status: 416 };
  return { status: 206, body: body.subarray(Number(first), Number(last) + 1) };
}

function isSigned(request: IncomingMessage, bytes: Buffer): boolean {
  const digest = sha256(bytes);
  if (request.headers["x-amz-content-sha256"] !== digest) return false;
  const given = request.headers.authorization ?? "";
  const signed = /SignedHeaders=([^,]+)/.exec(given)?.[1] ?? "";
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name])}\n`);
  const [place = "", query = ""] = (request.url ?? "").split("?");
  const sorted = query.split("&").toSorted().join("&");
  const parts = [request.method, place, sorted, headers.join(""), signed, digest];
  const time = String(request.headers["x-amz-date"]);
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(parts.join("\n"))].join("\n");
  const key = scope.split("/").reduce(mac, Buffer.from(`AWS4${keys.secret}`));
  const expected = `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${signed}, Signature=${mac(key, text).toString("hex")}`;
  return signed.includes("x-amz-content-sha256") && given === expected;
}

function mac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}
