import { once } from "node:events";
import { createServer, type Server } from "node:http";

import { serverVersion } from "@team-chat/contract";
import { connectNats, followLosses, type Nats } from "@team-chat/nats";
import { announceArrival, hostInUrl } from "@team-chat/rpc";
import { createLogger, type Logger, type Metrics, startTelemetry } from "@team-chat/telemetry";

import { portOf } from "./listen.ts";

/** Parts that a process has whatever its service does. */
export interface ProcessParts {
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface ProcessSettings {
  readonly service: string;
  readonly config: {
    readonly LOG_LEVEL: string;
    readonly NATS_URL: string;
    readonly NATS_CREDENTIALS?: { readonly reveal: () => string } | undefined;
    readonly METRICS_HOST: string;
    readonly METRICS_PORT: number;
    readonly COMMIT: string;
    readonly DRAIN_MS: number;
    readonly HOST: string;
    readonly ADVERTISED_HOST?: string | undefined;
    readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  };
  /** True if its callers find it by an address, and are told at once when it has come or goes. */
  readonly isCalled?: boolean;
  /** Time that the process may need to stop beyond the usual 15 s and the drain, in milliseconds; none by default. */
  readonly extraMs?: number;
}

const patienceMs = 15_000;

/** Exit code of a process that is to be started again at once. */
const startAgain = 75;

/**
 * Runs a service as a process: with its log, its metrics on a port of their own, and traces where there is a collector;
 * until the process is asked to end (SIGTERM, SIGINT). It then ends by itself, or with exit code 2 when that takes too
 * long. When a database has lost something it ends at once, to be started again: what it has in memory may be of what
 * was lost (docs/adr/0017-terms-of-writing.md).
 */
export async function runProcess(
  { config, extraMs = 0, isCalled = false, service }: ProcessSettings,
  create: (parts: ProcessParts) => Promise<AsyncDisposable & { readonly port: number }>,
): Promise<void> {
  const log = createLogger({ service, level: config.LOG_LEVEL });
  const telemetry = await startTelemetry({
    service,
    version: serverVersion,
    commit: config.COMMIT,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
  const metricsServer = await serveMetrics(config, telemetry.text);
  const stopping = new AbortController();
  const nats = await endOnLoss({ service, config, log, signal: stopping.signal });
  const running = await create({ log, metrics: telemetry.metrics });
  const ms = Math.round(process.uptime() * 1000);
  const ports = { port: running.port, metricsPort: portOf(metricsServer) };
  const release = { version: serverVersion, commit: config.COMMIT };
  log.info({ ...ports, ...release, ms }, "started and takes requests");
  const origin = isCalled ? originOf(config, running.port) : null;
  const arrival = origin === null ? null : announceArrival(nats, { service, origin });
  const stop = async () => {
    log.info("stopping: finishes the requests under way and takes no others");
    setTimeout(
      () => {
        log.error("stopping took too long: requests under way are cut off");
        process.exit(2);
      },
      patienceMs + config.DRAIN_MS + extraMs,
    ).unref();
    stopping.abort();
    await arrival?.[Symbol.asyncDispose]();
    await running[Symbol.asyncDispose]();
    await nats.close();
    await telemetry.stop();
    metricsServer.close();
    metricsServer.closeAllConnections();
    log.info("stopped: nothing is under way any more");
  };
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());
}

/** Every address of the machine, which is none at which others reach it. */
const everyAddress = new Set(["::", "0.0.0.0"]);

/** Returns where callers reach the process; null when its configuration does not say so. */
function originOf(
  { ADVERTISED_HOST, HOST }: ProcessSettings["config"],
  port: number,
): string | null {
  const host = ADVERTISED_HOST ?? HOST;
  return everyAddress.has(host) ? null : `http://${hostInUrl(host)}:${port}`;
}

interface LossSettings extends Pick<ProcessSettings, "config" | "service"> {
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Ends the process when a database has lost something; returns the connection by which it hears of that. */
async function endOnLoss({ config, log, service, signal }: LossSettings): Promise<Nats> {
  const nats = await connectNats({
    url: config.NATS_URL,
    credentials: config.NATS_CREDENTIALS?.reveal(),
    name: service,
    log,
  });
  await followLosses(nats, {
    onLoss: () => {
      log.error("a database has lost something: this process ends, to be started again");
      log.flush(() => process.exit(startAgain));
    },
    onError: (err) => log.error({ err }, "what databases lose cannot be followed"),
    signal,
  });
  return nats;
}

/**
 * Answers GET /metrics, and GET /livez for as long as there is a process, on a port that clients of the product do not
 * reach.
 */
async function serveMetrics(
  config: ProcessSettings["config"],
  text: () => Promise<string>,
): Promise<Server> {
  const server = createServer((req, res) => {
    if (req.method !== "GET" || req.url !== "/metrics") {
      res.writeHead(req.url === "/livez" ? 200 : 404).end();
      return;
    }
    text().then(
      (body) => res.writeHead(200, { "Content-Type": "text/plain; version=0.0.4" }).end(body),
      () => res.writeHead(500).end(),
    );
  });
  server.listen({ host: config.METRICS_HOST, port: config.METRICS_PORT });
  await once(server, "listening");
  return server;
}
