import type { JsMsg } from "@nats-io/jetstream";
import type { MsgHdrs } from "@nats-io/transport-node";
import { continueScope, type Scope, traceparentOf } from "@team-chat/telemetry";

const traceHeader = "traceparent";
const requestHeader = "x-request-id";

/** Notes in the headers of a message which request it comes from. */
export function writeScope(headers: MsgHdrs, scope: Scope): void {
  headers.set(traceHeader, traceparentOf(scope));
  headers.set(requestHeader, scope.requestId);
}

/** Returns the scope of the request that a message comes from; undefined when that is not traced. */
export function scopeOfMessage({ headers }: JsMsg): Scope | undefined {
  const traceparent = headers?.get(traceHeader) ?? "";
  return traceparent === "" ? undefined : continueScope(headers?.get(requestHeader), traceparent);
}
