import type { Bytes, InternalOperation, Operation } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { traced } from "@team-chat/telemetry";
import type { Dispatcher } from "undici";
import type { z } from "zod";

import { decodeWithBytes } from "../byte-body.ts";
import { readCarriedError, readErrorEnvelope } from "../carried-error.ts";
import { collectAnswer } from "../transports/collect-answer.ts";
import { encodeRequest } from "./encode-request.ts";
import type { HttpPool } from "./http-pool.ts";
import { scopeHeaders } from "./scope-headers.ts";
import type { Service } from "./service.ts";
import { signedRequest } from "./signed-request.ts";

export interface CallOptions {
  /** Chooses the process; 0 for what belongs to no realm. */
  readonly realmId: number;
  /** Instead of the client's own time limit for the head of the answer. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call<Input> {
  readonly identity: Identity;
  readonly input: Input;
  readonly options: CallOptions;
}

/** @throws what the operation throws on purpose; SERVICE_UNAVAILABLE when no process answers in time */
export function callInternal<O extends z.ZodType>(
  service: Service,
  operation: InternalOperation<z.ZodType, O>,
  { identity, input, options }: Call<unknown>,
): Promise<z.output<O>> {
  const { carriesBytes, name, onlyReads, output } = operation;
  return traced({ name: `call ${name}`, kind: "client" }, async () => {
    const request = {
      target: `/internal/${name}`,
      method: "POST",
      headers: ["content-type", "application/json"],
      body: Buffer.from(JSON.stringify(input)),
      onlyReads,
    } as const;
    const { status, body } = await exchange(service, { ...request, identity }, options);
    if (status === 200)
      return output.parse(carriesBytes === true ? decodeWithBytes(body) : parsed(body));
    throw readCarriedError(parsed(body)) ?? unexpected(service, name, status);
  });
}

/** @throws what the operation answers, as the error it was; SERVICE_UNAVAILABLE when no process answers in time */
export function callPublic<R extends z.ZodObject>(
  service: Service,
  operation: Operation<Operation["params"], R>,
  { identity, input, options }: Call<Readonly<Record<string, unknown>>>,
): Promise<z.output<R>> {
  const { name, response } = operation;
  return traced({ name: `request ${name}`, kind: "client" }, async () => {
    const { body: form, headers, path: target } = encodeRequest(operation, input);
    const request = {
      target,
      method: operation.method,
      headers: Object.entries(headers).flat(),
      body: form === null ? null : Buffer.from(form),
    };
    const { status, body } = await exchange(service, { ...request, identity }, options);
    if (status === 200) return response.parse(parsed(body));
    throw readErrorEnvelope(status, parsed(body)) ?? unexpected(service, name, status);
  });
}

function unexpected({ name }: Service, operation: string, status: number): Error {
  return new Error(`The ${name} service answered ${operation} with status ${status}.`);
}

interface Request {
  readonly target: string;
  readonly method: Operation["method"];
  readonly headers: readonly string[];
  readonly body: Buffer | null;
  readonly identity: Identity;
  readonly onlyReads?: boolean | undefined;
}

interface Response {
  readonly status: number;
  readonly body: Bytes;
}

function exchange(
  service: Service,
  { body, identity, method, onlyReads, target, ...request }: Request,
  { headers: further = {}, realmId, signal, timeoutMs }: CallOptions,
): Promise<Response> {
  const headers = [...Object.entries(further).flat(), ...request.headers, ...scopeHeaders()];
  const limits =
    timeoutMs === undefined
      ? service.limits
      : { headersTimeoutMs: timeoutMs, bodyTimeoutMs: timeoutMs };
  const { signer } = service;
  return service.send(
    { realmId, method, bodyBytes: body?.length ?? 0, onlyReads },
    {
      overTransport: (transport) =>
        collectAnswer(transport, {
          head: { method, target, identity, headers },
          body,
          limits,
          signal,
        }),
      overHttp: (peer) =>
        askOverHttp(peer.pool, {
          ...signedRequest({ signer, identity }, peer, { method, target, headers, body }),
          headersTimeout: limits.headersTimeoutMs,
          bodyTimeout: limits.bodyTimeoutMs,
          ...(signal === undefined ? {} : { signal }),
        }),
    },
  );
}

async function askOverHttp(pool: HttpPool, options: Dispatcher.RequestOptions): Promise<Response> {
  const opened = await pool.open();
  const response = await opened.request(options);
  const body: Uint8Array[] = [];
  for await (const piece of response.body) body.push(piece as Uint8Array);
  return { status: response.statusCode, body };
}

function parsed(body: Bytes): unknown {
  const [first, second] = body;
  const whole = first !== undefined && second === undefined ? first : Buffer.concat(body);
  return JSON.parse(Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString("utf8"));
}
