import type { InternalOperation, Operation, Params } from "@team-chat/contract";
import { type Identity, identityHeader, type IdentitySigner } from "@team-chat/identity";
import { currentScope, traced, traceparentOf } from "@team-chat/telemetry";
import type { Dispatcher } from "undici";
import { z } from "zod";

import { readCarriedError, readErrorEnvelope } from "./carried-error.ts";
import { encodeRequest, type ParamInputs } from "./encode-request.ts";
import { resolvePeers } from "./peers.ts";
import { type ProxyCall, proxyRequest } from "./proxy.ts";
import { createReplicas, type PoolSettings, type Replicas } from "./replicas.ts";

interface ServicePoolSettings extends PoolSettings {
  readonly signer: IdentitySigner;
}

export interface CallOptions {
  /** Chooses the process; 0 for what belongs to no realm. */
  readonly realmId: number;
  /** Instead of the pool's own time limit for the head of the answer. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServicePool {
  /**
   * Calls an internal operation.
   * @throws what the operation throws on purpose; SERVICE_UNAVAILABLE when no process answers in time
   */
  call<I extends z.ZodType, O extends z.ZodType>(
    ...call: [
      operation: InternalOperation<I, O>,
      identity: Identity,
      input: z.input<I>,
      options: CallOptions,
    ]
  ): Promise<z.output<O>>;
  /**
   * Calls a public operation on behalf of the identity.
   * @throws what the operation answers, as the error it was; SERVICE_UNAVAILABLE when no process answers in time
   */
  request<P extends Params, R extends z.ZodObject>(
    ...call: [
      operation: Operation<P, R>,
      identity: Identity,
      params: ParamInputs<P>,
      options: CallOptions,
    ]
  ): Promise<z.output<R>>;
  /**
   * Passes a client's request on as it is, on behalf of the identity, and streams the answer back.
   * @returns the status answered
   * @throws SERVICE_UNAVAILABLE while nothing has been answered yet
   */
  proxy(
    identity: Identity,
    call: Omit<ProxyCall, "requestHeaders"> & Partial<ProxyCall>,
  ): Promise<number>;
  /** The origin that a realm's requests go to first; undefined while none is known. */
  pick(realmId: number): string | undefined;
  close(): Promise<void>;
}

/** Keep-alive connections to every process of a service; `urls` as for `resolvePeers`. */
export function createServicePool(urls: string, settings: ServicePoolSettings): ServicePool {
  const replicas = createReplicas(resolvePeers(urls), settings);
  const ownHeaders = (identity: Identity): Record<string, string> => {
    const scope = currentScope();
    const signed = { [identityHeader]: settings.signer.sign(identity) };
    return scope === undefined
      ? signed
      : { ...signed, "x-request-id": scope.requestId, traceparent: traceparentOf(scope) };
  };
  return {
    call: (operation, identity, input, options) =>
      traced({ name: `call ${operation.name}`, kind: "client" }, async () => {
        const headers = { ...ownHeaders(identity), "content-type": "application/json" };
        const request = {
          path: `/internal/${operation.name}`,
          method: "POST",
          headers,
          body: JSON.stringify(input),
        };
        const { status, body } = await exchange(replicas, request, options);
        if (status === 200) return operation.output.parse(body);
        throw (
          readCarriedError(body) ??
          new Error(`${settings.name} answered ${operation.name} with ${status}.`)
        );
      }),
    request: (operation, identity, params, options) =>
      traced({ name: `request ${operation.name}`, kind: "client" }, async () => {
        const encoded = encodeRequest(operation, params);
        const headers = { ...encoded.headers, ...ownHeaders(identity) };
        const request = {
          path: encoded.path,
          method: operation.method,
          headers,
          body: encoded.body,
        };
        const { status, body } = await exchange(replicas, request, options);
        if (status === 200) return operation.response.parse(body);
        throw (
          readErrorEnvelope(status, body) ??
          new Error(`${settings.name} answered ${operation.name} with ${status}.`)
        );
      }),
    proxy: (identity, call) =>
      proxyRequest(replicas, {
        ...call,
        requestHeaders: { ...call.requestHeaders, ...ownHeaders(identity) },
      }),
    pick: (realmId) => replicas.pick(realmId),
    close: () => replicas.close(),
  };
}

type Request = Pick<Dispatcher.RequestOptions, "path" | "method" | "body"> & {
  headers: Record<string, string>;
};

async function exchange(
  replicas: Replicas,
  request: Request,
  { realmId, timeoutMs, signal, headers }: CallOptions,
): Promise<{ status: number; body: unknown }> {
  const options = {
    ...request,
    headers: { ...headers, ...request.headers },
    ...(timeoutMs === undefined ? {} : { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
    ...(signal === undefined ? {} : { signal }),
  };
  return replicas.withReplica({ realmId, repeatable: request.method === "GET" }, async (pool) => {
    const response = await pool.request(options);
    return { status: response.statusCode, body: await response.body.json() };
  });
}
