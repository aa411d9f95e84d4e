import { flushCompileCache } from "node:module";

import { maxAnswerWaitMs } from "@team-chat/rpc";
import { createLogger, standardOutput, startTracing } from "@team-chat/telemetry";

import { giveMemoryBack } from "./give-memory-back.ts";
import { type ConfiguredService, startService } from "./start-service.ts";

/** Longest time for which a service may finish what is under way, and close what it has open. */
const patienceMs = maxAnswerWaitMs + 5000;

/** Exit code of a process that is to be started again at once. */
const startAgain = 75;

/** Name of a process of several services for whoever gathers its traces. */
const nameOfMany = "team-chat";

/**
 * Runs one service or several as a process: with their logs, their metrics on ports of their own, and traces where
 * there is a collector; until the process is asked to end (SIGTERM, SIGINT). It then ends by itself, the services in
 * reverse order, or with exit code 2 when that takes too long. When a database has lost something it ends at once, to
 * be started again: what it has in memory may be of what was lost (docs/adr/0017-terms-of-writing.md). It ends, too,
 * when event streams are no more what it is configured for (docs/adr/0049-raising-partitions.md). An error that nobody
 * handles ends it as well, with all its services (docs/adr/0023-one-process-or-six.md).
 *
 * @param services at least one, those that others need first; the first measures the process itself.
 */
export async function runProcess(services: readonly ConfiguredService[]): Promise<void> {
  const [first] = services;
  if (first === undefined) throw new Error("A process needs a service to run.");
  const isAlone = services.length === 1;
  const output = standardOutput();
  const stopTracing = await startTracing({
    service: isAlone ? first.service : nameOfMany,
    endpoint: first.config.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
  const running = await Promise.all(
    services.map((one) => {
      const log = createLogger({ service: one.service, level: one.config.LOG_LEVEL, to: output });
      const onLoss = () => {
        log.error("a database has lost something: this process ends, to be started again");
        log.flush(() => process.exit(startAgain));
      };
      const onForeign = (err: Error) => {
        log.error({ err }, "the event streams are others by now: this process ends");
        log.flush(() => process.exit(1));
      };
      return startService(one, { log, onForeign, onLoss, measuresProcess: one === first });
    }),
  );
  giveMemoryBack();
  // Keeps what was compiled for the start, also of a process that is killed later.
  flushCompileCache();
  const stop = async () => {
    for (const { log } of running)
      log.info("stopping: finishes the requests under way and takes no others");
    setTimeout(() => {
      for (const { log } of running)
        log.error("stopping took too long: requests under way are cut off");
      process.exit(2);
    }, patienceOf(services)).unref();
    for (const one of running.toReversed()) {
      await one.stop();
      one.log.info("stopped: nothing is under way any more");
    }
    await stopTracing();
  };
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());
}

/** Returns how long services may take to stop one after the other, in milliseconds. */
function patienceOf(services: readonly ConfiguredService[]): number {
  return services.reduce(
    (sum, { config, extraMs = 0 }) => sum + config.DRAIN_MS + extraMs,
    patienceMs,
  );
}
