import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";

import { openTelemetry } from "./config.ts";
import { currentScope, newScope, runInScope, type Scope } from "./scope.ts";

let tracer: Tracer | undefined;

/**
 * Loads and starts the OpenTelemetry SDK when OTEL_EXPORTER_OTLP_ENDPOINT is set, otherwise does nothing. Only our own
 * spans are exported: automatic instrumentation costs a factor of three to four.
 * @returns flushes what is not sent yet and stops.
 */
export async function startTracing(
  service: string,
  endpoint = openTelemetry.endpoint,
): Promise<() => Promise<void>> {
  if (endpoint === undefined || endpoint === "") return () => Promise.resolve();
  const { NodeSDK } = await import("@opentelemetry/sdk-node");
  const sdk = new NodeSDK({
    serviceName: openTelemetry.serviceName ?? service,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  tracer = trace.getTracer("@team-chat/telemetry");
  return async () => {
    tracer = undefined;
    await sdk.shutdown();
    // The SDK leaves what it registered, and nothing else can be registered in its place.
    for (const api of [trace, context, propagation]) api.disable();
  };
}

/** Tells whether spans are recorded. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

interface SpanFacts {
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  /** The scope to continue; the current one when left out. */
  readonly scope?: Scope;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Runs `work` in the scope, and as a span of it when tracing is on; an error that leaves `work` marks the span failed.
 */
export function traced<Result>(facts: SpanFacts, work: () => Promise<Result>): Promise<Result> {
  const scope = facts.scope ?? currentScope() ?? newScope();
  if (tracer === undefined) return runInScope(scope, work);
  return runInSpan(startSpan(tracer, facts, scope), scope, work);
}

async function runInSpan<Result>(
  span: Span,
  scope: Scope,
  work: () => Promise<Result>,
): Promise<Result> {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const inner = {
    requestId: scope.requestId,
    traceId,
    spanId,
    sampled: (traceFlags & TraceFlags.SAMPLED) !== 0,
  };
  try {
    return await runInScope(inner, work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function startSpan(active: Tracer, facts: SpanFacts, scope: Scope): Span {
  const attributes = { "request.id": scope.requestId };
  const traceFlags = scope.sampled === true ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const parent =
    scope.sampled === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId: scope.traceId,
          spanId: scope.spanId,
          traceFlags,
          isRemote: true,
        });
  return active.startSpan(facts.name, { kind: kinds[facts.kind], attributes }, parent);
}
