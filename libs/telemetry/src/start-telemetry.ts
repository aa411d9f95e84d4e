import { type RunningMeter, startMeter } from "./metrics/meter.ts";
import { measureProcess } from "./metrics/process-metrics.ts";
import { startTracing } from "./tracing.ts";

interface TelemetrySettings {
  readonly service: string;
  readonly version: string;
  /** Commit that the program was built from. */
  readonly commit: string;
  /** Address of a collector that speaks OTLP, to which spans and metrics are sent; nowhere when left out. */
  readonly endpoint?: string | undefined;
}

/** Starts measuring and, where there is a collector, tracing. To be called once in a process, before its service. */
export async function startTelemetry(settings: TelemetrySettings): Promise<RunningMeter> {
  const stopTracing = await startTracing(settings);
  const meter = await startMeter(settings);
  const stopMeasuring = measureProcess(meter.metrics, settings);
  return {
    ...meter,
    stop: async () => {
      stopMeasuring();
      await Promise.all([stopTracing(), meter.stop()]);
    },
  };
}
