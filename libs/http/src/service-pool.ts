import type { InternalOperation, Operation, Params } from "@team-chat/contract";
import type { Identity, IdentitySigner } from "@team-chat/identity";
import type { z } from "zod";

import { askVersion, type CallOptions, callInternal, callPublic } from "./calls.ts";
import type { ParamInputs } from "./encode-request.ts";
import type { HeldAnswer } from "./link/held-answer.ts";
import { resolvePeers } from "./peers.ts";
import { askOnGuess, type GuessCall, type ProxyCall, proxyRequest } from "./proxy.ts";
import { callLimits, createReplicas, type PoolSettings } from "./replicas.ts";

interface ServicePoolSettings extends PoolSettings {
  readonly signer: IdentitySigner;
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
   * Passes a client's request on as it is, on behalf of the identity, and its answer back.
   * @returns the status answered
   * @throws SERVICE_UNAVAILABLE while nothing has been answered yet
   */
  proxy(identity: Identity, call: Omit<ProxyCall, "identity">): Promise<number>;
  /**
   * Passes a client's GET on before it is known whether it may be, on behalf of whom it probably is. The answer is held until it is given or discarded; null
   * when that cannot be done now. The operation must do nothing but read.
   */
  guess(identity: Identity, call: GuessCall): HeldAnswer | null;
  /**
   * The version that the service's data of a realm had after this call, for next to nothing; null when that cannot be asked in this way, and has to be asked by a call.
   * @throws SERVICE_UNAVAILABLE when the service does not answer in time
   */
  version(realmId: number, timeoutMs: number): Promise<number | null>;
  /** The origin that a realm's requests go to first; undefined while none is known. */
  pick(realmId: number): string | undefined;
  close(): Promise<void>;
}

/** Links and keep-alive connections to every process of a service; `urls` as for `resolvePeers`. */
export function createServicePool(urls: string, settings: ServicePoolSettings): ServicePool {
  const { name, signer } = settings;
  const replicas = createReplicas(resolvePeers(urls), { ...settings, mac: signer.mac });
  const way = { name, replicas, signer, limits: callLimits(settings) };
  return {
    call: (...[operation, identity, input, options]) =>
      callInternal(way, operation, { identity, input, options }),
    request: (...[operation, identity, params, options]) =>
      callPublic(way, operation, { identity, input: params, options }),
    proxy: (identity, call) => proxyRequest(way, { ...call, identity }),
    guess: (identity, call) => askOnGuess(way, identity, call),
    version: (realmId, timeoutMs) => askVersion(way, realmId, timeoutMs),
    pick: (realmId) => replicas.pick(realmId),
    close: () => replicas.close(),
  };
}
