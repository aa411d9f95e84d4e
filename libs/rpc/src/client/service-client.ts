import type { InternalOperation, Operation, Params } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { ParamInputs } from "./encode-request.ts";
import { type CallOptions, callInternal, callPublic } from "./operation-calls.ts";
import type { ServiceSettings } from "./processes.ts";
import { openService, type Service } from "./service.ts";

/** Calls the operations of one service, whichever of its processes answers. */
export interface ServiceClient extends Service {
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
}

/** Opens a client of a service that keeps a connection to each of its processes; `urls` as for `resolveAddresses`. */
export function createServiceClient(urls: string, settings: ServiceSettings): ServiceClient {
  const service = openService(urls, settings);
  return {
    ...service,
    call: (...[operation, identity, input, options]) =>
      callInternal(service, operation, { identity, input, options }),
    request: (...[operation, identity, params, options]) =>
      callPublic(service, operation, { identity, input: params, options }),
  };
}
