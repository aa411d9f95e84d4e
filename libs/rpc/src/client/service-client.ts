import type { InternalOperation, Operation, Params } from "@team-chat/contract";
import type { Identity, IdentitySigner } from "@team-chat/identity";
import type { z } from "zod";

import { resolveAddresses } from "./addresses.ts";
import type { ParamInputs } from "./encode-request.ts";
import type { Service } from "./exchange.ts";
import { askVersion, type CallOptions, callInternal, callPublic } from "./operation-calls.ts";
import { callLimits, createReplicas, type ReplicaSettings } from "./replicas.ts";

interface ServiceClientSettings extends ReplicaSettings {
  readonly signer: IdentitySigner;
}

/** Calls the operations of one service, whichever of its processes answers. */
export interface ServiceClient {
  /** For requests that are passed on as they are (`libs/http`). */
  readonly service: Service;
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
   * Asks for the version that the service's data of a realm had after this call, for next to nothing; null when that
   * cannot be asked in this way, and has to be asked by a call.
   * @throws SERVICE_UNAVAILABLE when the service does not answer in time
   */
  version(realmId: number, timeoutMs: number): Promise<number | null>;
  /** Picks the origin that a realm's requests go to first; undefined while none is known. */
  pick(realmId: number): string | undefined;
  close(): Promise<void>;
}

/** Opens a client of a service that keeps a connection to each of its processes; `urls` as for `resolveAddresses`. */
export function createServiceClient(urls: string, settings: ServiceClientSettings): ServiceClient {
  const { name, signer } = settings;
  const replicas = createReplicas(resolveAddresses(urls), { ...settings, mac: signer.mac });
  const service = { name, replicas, signer, limits: callLimits(settings) };
  return {
    service,
    call: (...[operation, identity, input, options]) =>
      callInternal(service, operation, { identity, input, options }),
    request: (...[operation, identity, params, options]) =>
      callPublic(service, operation, { identity, input: params, options }),
    version: (realmId, timeoutMs) => askVersion(service, realmId, timeoutMs),
    pick: (realmId) => replicas.pick(realmId),
    close: () => replicas.close(),
  };
}
