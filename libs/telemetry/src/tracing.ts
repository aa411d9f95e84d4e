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

import { currentScope, newScope, runInScope, type Scope } from "./scope.ts";

let tracer: Tracer | undefined;

interface TracingSettings {
  readonly service: string;
  /** Address of a collector that speaks OTLP; nothing is loaded without one. */
  readonly endpoint?: string | undefined;
}

/**
 * Loads and starts the OpenTelemetry SDK when there is a collector, otherwise does nothing. Only our own spans are
 * exported: automatic instrumentation costs a factor of three to four.
 * @returns flushes what is not sent yet and stops.
 */
export async function startTracing({
  endpoint,
  service,
}: TracingSettings): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { NodeSDK } = await import("@opentelemetry/sdk-node");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-proto");
  const traceExporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const sdk = new NodeSDK({
    serviceName: service,
    traceExporter,
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
  readonly kind: "server" | "client" | "producer" | "consumer" | "internal";
  /** The scope to continue; the current one when left out. */
  readonly scope?: Scope;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** Adds attributes to the span of the current scope, and marks it failed where it did, if spans are recorded. */
export function describeSpan(attributes: SpanAttributes, { failed = false } = {}): void {
  const span = currentScope()?.span;
  span?.setAttributes(attributes);
  if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** A span that is open until it is ended. */
export interface OpenSpan {
  /** For what follows from it. */
  readonly scope: Scope;
  readonly end: (attributes?: SpanAttributes) => void;
}

/** Begins a span of something that is not one call, such as an answer given later; null while none is recorded. */
export function beginSpan(facts: SpanFacts & { readonly scope: Scope }): OpenSpan | null {
  if (tracer === undefined) return null;
  const span = startSpan(tracer, facts, facts.scope);
  return {
    scope: scopeOf(span, facts.scope),
    end: (attributes = {}) => {
      span.setAttributes(attributes);
      span.end();
    },
  };
}

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
  try {
    return await runInScope(scopeOf(span, scope), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function scopeOf(span: Span, { requestId }: Scope): Scope {
  const { spanId, traceFlags, traceId } = span.spanContext();
  return { requestId, traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0, span };
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
