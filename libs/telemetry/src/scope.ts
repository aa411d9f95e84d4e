import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

import type { Span } from "@opentelemetry/api";

/** Ids that tie together everything done for one request, also across processes. */
export interface Scope {
  readonly requestId: string;
  /** 32 lower-case hexadecimal digits, never all zero (W3C Trace Context). */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits: the span that work done in this scope is a child of. */
  readonly spanId: string;
  /** True if spans of this trace are exported; undefined while nobody has decided. */
  readonly sampled: boolean | undefined;
  /** The span itself while it is open and recorded. */
  readonly span?: Pick<Span, "setAttributes" | "setStatus"> | undefined;
}

const storage = new AsyncLocalStorage<Scope>();
const traceparentForm = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;
const requestIdForm = /^[\w.:-]{1,64}$/;

/** Makes a scope for a request that starts here. */
export function newScope(): Scope {
  const requestId = randomUUID();
  const traceId = digitsOf(requestId);
  return { requestId, traceId, spanId: traceId.slice(-16), sampled: undefined };
}

/** Returns a UUID without its hyphens, which are always at the same places. */
function digitsOf(uuid: string): string {
  return (
    uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24)
  );
}

/** Continues the scope that another process of ours sent along; whatever is absent or malformed starts anew. */
export function continueScope(
  requestId: string | undefined,
  traceparent: string | undefined,
): Scope {
  const [, traceId, spanId, flags] = traceparentForm.exec(traceparent ?? "") ?? [];
  const fresh = traceId === undefined || spanId === undefined ? newScope() : undefined;
  return {
    requestId:
      requestId !== undefined && requestIdForm.test(requestId)
        ? requestId
        : (fresh?.requestId ?? randomUUID()),
    traceId: fresh?.traceId ?? traceId ?? "",
    spanId: fresh?.spanId ?? spanId ?? "",
    sampled: flags === undefined ? undefined : (Number.parseInt(flags, 16) & 1) === 1,
  };
}

/** Runs `work`, and everything it starts, within the scope. */
export function runInScope<Result>(scope: Scope, work: () => Result): Result {
  return storage.run(scope, work);
}

/** Returns the scope of the request being worked on, if any. */
export function currentScope(): Scope | undefined {
  return storage.getStore();
}

/** Writes the header `traceparent` for calls made in this scope. */
export function traceparentOf(scope: Scope): string {
  return `00-${scope.traceId}-${scope.spanId}-${scope.sampled === true ? "01" : "00"}`;
}
