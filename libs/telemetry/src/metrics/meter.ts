import { hostname } from "node:os";

import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  DataPointType,
  type IMetricReader,
  InstrumentType,
  type MetricData,
  MeterProvider,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from "@opentelemetry/sdk-metrics";

import { prometheusName } from "./definition.ts";
import { Metrics } from "./metrics.ts";

interface MeterSettings {
  readonly service: string;
  readonly version: string;
  /** Address of a collector that speaks OTLP, to which metrics are sent every minute; nowhere when left out. */
  readonly endpoint?: string | undefined;
}

/** Measures what happens in this process, and tells it to whoever asks. */
export interface RunningMeter {
  readonly metrics: Metrics;
  /** Writes all metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  /** Sends what was not sent yet, and ends. */
  readonly stop: () => Promise<void>;
}

/** Most sets of labels of one metric; others are counted together (docs/adr/0018-metrics-by-opentelemetry.md). */
const maxSeries = 250;

/** Starts measuring. */
export async function startMeter(settings: MeterSettings): Promise<RunningMeter> {
  const { endpoint, service, version } = settings;
  const prometheus = new Exporter({ preventServerStart: true });
  const readers: IMetricReader[] = [prometheus];
  if (endpoint !== undefined) readers.push(await otlpReader(endpoint));
  const provider = new MeterProvider({
    resource: resourceFromAttributes({
      "service.name": service,
      "service.version": version,
      "service.instance.id": `${hostname()}:${process.pid}`,
    }),
    readers,
    views: [{ instrumentName: "*", aggregationCardinalityLimit: maxSeries }],
  });
  const serializer = new PrometheusSerializer(undefined, false, /^service\.name$/, false, true);
  return {
    metrics: new Metrics(provider.getMeter("team-chat")),
    text: async () => {
      const { resourceMetrics } = await prometheus.collect();
      return serializer.serialize(withUnits(resourceMetrics));
    },
    stop: () => provider.shutdown(),
  };
}

/** Forgets what gauges were, which the SDK would tell again and again where nothing is known any more. */
class Exporter extends PrometheusExporter {
  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return type === InstrumentType.OBSERVABLE_GAUGE
      ? AggregationTemporality.DELTA
      : super.selectAggregationTemporality(type);
  }
}

async function otlpReader(endpoint: string): Promise<IMetricReader> {
  const { OTLPMetricExporter } = await import("@opentelemetry/exporter-metrics-otlp-proto");
  const exporter = new OTLPMetricExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/metrics` });
  return new PeriodicExportingMetricReader({ exporter });
}

/** Ends names with their units, as Prometheus has them and the serializer does not write them. */
function withUnits(given: ResourceMetrics): ResourceMetrics {
  return {
    ...given,
    scopeMetrics: given.scopeMetrics.map((scope) => ({
      ...scope,
      metrics: scope.metrics.map(withUnit),
    })),
  };
}

function withUnit<Data extends MetricData>(metric: Data): Data {
  const { name, unit } = metric.descriptor;
  const kind = metric.dataPointType === DataPointType.SUM ? "counter" : "gauge";
  return {
    ...metric,
    descriptor: { ...metric.descriptor, name: prometheusName({ kind, name, unit }) },
  };
}
