export { measureCaches } from "./metrics/cache-metrics.ts";
export {
  type CounterDefinition,
  defineCounter,
  defineGauge,
  defineHistogram,
  type GaugeDefinition,
  type HistogramDefinition,
  type MetricDefinition,
  prometheusName,
} from "./metrics/definition.ts";
export { type RunningMeter, startMeter } from "./metrics/meter.ts";
export { Metrics, noMetrics } from "./metrics/metrics.ts";
export { measureProcess } from "./metrics/process-metrics.ts";
export { failureLog } from "./failure-log.ts";
export { createLogger, type Logger, standardOutput } from "./logger.ts";
export {
  continueScope,
  currentScope,
  newScope,
  runInScope,
  type Scope,
  traceparentOf,
} from "./scope.ts";
export {
  beginSpan,
  describeSpan,
  isTracing,
  type OpenSpan,
  startTracing,
  traced,
} from "./tracing.ts";
