import type { InternalOperation, Operation } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { traced } from "@team-chat/telemetry";
import type { Dispatcher } from "undici";
import type { z } from "zod";

import { decodeWithBytes } from "./byte-body.ts";
import { readCarriedError, readErrorEnvelope } from "./carried-error.ts";
import { encodeRequest } from "./encode-request.ts";
import type { Replicas } from "./replicas.ts";

export interface CallOptions {
  /** Chooses the process; 0 for what belongs to no realm. */
  readonly realmId: number;
  /** Instead of the pool's own time limit for the head of the answer. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The way to one service. */
interface Link {
  readonly name: string;
  readonly replicas: Replicas;
  readonly ownHeaders: (identity: Identity) => Record<string, string>;
}

interface Call<Input> {
  readonly identity: Identity;
  readonly input: Input;
  readonly options: CallOptions;
}

/** @throws what the operation throws on purpose; SERVICE_UNAVAILABLE when no process answers in time */
export function callInternal<O extends z.ZodType>(
  link: Link,
  operation: InternalOperation<z.ZodType, O>,
  { identity, input, options }: Call<unknown>,
): Promise<z.output<O>> {
  const { carriesBytes, name, output } = operation;
  return traced({ name: `call ${name}`, kind: "client" }, async () => {
    const headers = { ...link.ownHeaders(identity), "content-type": "application/json" };
    const request = {
      path: `/internal/${name}`,
      method: "POST",
      headers,
      body: JSON.stringify(input),
    };
    const read = carriesBytes === true ? readBytes : readJson;
    const { status, body } = await exchange(link.replicas, request, { ...options, read });
    if (status === 200) return output.parse(body);
    throw readCarriedError(body) ?? unexpected(link, name, status);
  });
}

/** @throws what the operation answers, as the error it was; SERVICE_UNAVAILABLE when no process answers in time */
export function callPublic<R extends z.ZodObject>(
  link: Link,
  operation: Operation<Operation["params"], R>,
  { identity, input, options }: Call<Readonly<Record<string, unknown>>>,
): Promise<z.output<R>> {
  const { name, response } = operation;
  return traced({ name: `request ${name}`, kind: "client" }, async () => {
    const encoded = encodeRequest(operation, input);
    const headers = { ...encoded.headers, ...link.ownHeaders(identity) };
    const request = { path: encoded.path, method: operation.method, headers, body: encoded.body };
    const read = readJson;
    const { status, body } = await exchange(link.replicas, request, { ...options, read });
    if (status === 200) return response.parse(body);
    throw readErrorEnvelope(status, body) ?? unexpected(link, name, status);
  });
}

function unexpected(link: Link, operation: string, status: number): Error {
  return new Error(`The ${link.name} service answered ${operation} with status ${status}.`);
}

type ResponseBody = Dispatcher.ResponseData["body"];
type Read = (body: ResponseBody) => Promise<unknown>;
type Request = Pick<Dispatcher.RequestOptions, "path" | "method" | "body"> & {
  headers: Record<string, string>;
};

async function exchange(
  replicas: Replicas,
  request: Request,
  { headers, read, realmId, signal, timeoutMs }: CallOptions & { readonly read: Read },
): Promise<{ status: number; body: unknown }> {
  const options = {
    ...request,
    headers: { ...headers, ...request.headers },
    ...(timeoutMs === undefined ? {} : { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
    ...(signal === undefined ? {} : { signal }),
  };
  return replicas.withReplica({ realmId, repeatable: request.method === "GET" }, async (pool) => {
    const response = await pool.request(options);
    const isError = response.statusCode !== 200;
    return { status: response.statusCode, body: await (isError ? readJson : read)(response.body) };
  });
}

async function readJson(body: ResponseBody): Promise<unknown> {
  return body.json();
}

async function readBytes(body: ResponseBody): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece as Uint8Array);
  return decodeWithBytes(pieces);
}
