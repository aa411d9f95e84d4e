import { currentScope, traceparentOf } from "@team-chat/telemetry";

/** Returns the headers, names and values in turn, that tie a request to the one being worked on. */
export function scopeHeaders(): string[] {
  const scope = currentScope();
  return scope === undefined
    ? []
    : ["x-request-id", scope.requestId, "traceparent", traceparentOf(scope)];
}
