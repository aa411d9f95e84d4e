import { once } from "node:events";
import { createServer, type Server } from "node:http";

import { type Layout, serverVersion } from "@team-chat/contract";
import { connectNats, followLosses, tellLayout } from "@team-chat/nats";
import { announceArrival, hostInUrl } from "@team-chat/rpc";
import { type Logger, measureProcess, type Metrics, startMeter } from "@team-chat/telemetry";

import { portOf } from "./listen.ts";

/** Parts that a service is given by the process that runs it. */
export interface ProcessParts {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A service with its configuration, ready to be started in a process of its own or beside others. */
export interface ConfiguredService {
  readonly service: string;
  readonly config: {
    readonly LOG_LEVEL: string;
    readonly NATS_URL: string;
    readonly PARTITIONS: Layout;
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
  /** Time that it may need to stop beyond the usual 35 s and the drain, in milliseconds; none by default. */
  readonly extraMs?: number;
  readonly create: (parts: ProcessParts) => Promise<RunningService>;
}

/** A service that listens. */
interface RunningService extends AsyncDisposable {
  readonly port: number;
  /** Resolves when requests find it prepared; left out where nothing is to be prepared. It never rejects. */
  readonly prepared?: Promise<void>;
}

interface StartSettings {
  readonly log: Logger;
  /** Called when a database has lost something. */
  readonly onLoss: () => void;
  /** Called when processes may not have the layout of event streams any more that it is configured with. */
  readonly onForeign: (error: Error) => void;
  /** True if its metrics tell of the process too: one service of a process. */
  readonly measuresProcess: boolean;
}

/** A service that takes requests. */
export interface StartedService {
  readonly log: Logger;
  /** Finishes what is under way and takes nothing else. */
  readonly stop: () => Promise<void>;
}

/** Starts a service, with its metrics on a port of their own. */
export async function startService(
  { config, create, isCalled = false, service }: ConfiguredService,
  { log, measuresProcess, onForeign, onLoss }: StartSettings,
): Promise<StartedService> {
  const meter = await startMeter({
    service,
    version: serverVersion,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
  const release = { version: serverVersion, commit: config.COMMIT };
  const stopMeasuring = measuresProcess ? measureProcess(meter.metrics, release) : undefined;
  const metricsServer = await serveMetrics(config, meter.text);
  const stopping = new AbortController();
  const nats = await connectNats({
    url: config.NATS_URL,
    credentials: config.NATS_CREDENTIALS?.reveal(),
    name: service,
    log,
  });
  const { signal } = stopping;
  const onError = (err: unknown) =>
    log.error({ err }, "what all processes must know cannot be followed");
  await followLosses(nats, { onLoss, onError, signal });
  await tellLayout(nats, { service, layout: config.PARTITIONS, onForeign, onError, signal });
  const running = await create({ log, metrics: meter.metrics });
  await running.prepared;
  const ms = Math.round(process.uptime() * 1000);
  const ports = { port: running.port, metricsPort: portOf(metricsServer) };
  log.info({ ...ports, ...release, ms }, "started and takes requests");
  const origin = isCalled ? originOf(config, running.port) : null;
  const arrival = origin === null ? null : announceArrival(nats, { service, origin });
  return {
    log,
    stop: async () => {
      stopping.abort();
      await arrival?.[Symbol.asyncDispose]();
      await running[Symbol.asyncDispose]();
      await nats.close();
      stopMeasuring?.();
      await meter.stop();
      metricsServer.close();
      metricsServer.closeAllConnections();
    },
  };
}

/** Every address of the machine, which is none at which others reach it. */
const everyAddress = new Set(["::", "0.0.0.0"]);

/** Returns where callers reach the process; null when its configuration does not say so. */
function originOf(
  { ADVERTISED_HOST, HOST }: ConfiguredService["config"],
  port: number,
): string | null {
  const host = ADVERTISED_HOST ?? HOST;
  return everyAddress.has(host) ? null : `http://${hostInUrl(host)}:${port}`;
}

/**
 * Answers GET /metrics, and GET /livez for as long as there is a process, on a port that clients of the product do not
 * reach.
 */
async function serveMetrics(
  config: ConfiguredService["config"],
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
