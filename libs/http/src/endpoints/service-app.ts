import type { RequestListener } from "node:http";

import type { Operation } from "@team-chat/contract";
import type { IdentitySigner } from "@team-chat/identity";
import { RpcServer, type VersionOf } from "@team-chat/rpc";
import { type Logger, type Metrics, noMetrics } from "@team-chat/telemetry";

import type { Listenable } from "../listen.ts";
import { RequestReports } from "../request-reports.ts";
import { type DatabaseErrors, noDatabase } from "./database-errors.ts";
import { createDispatcher } from "./dispatcher.ts";
import { internalEndpoint } from "./internal-endpoint.ts";
import { operationEndpoint } from "./operation-endpoint.ts";
import { createRouteTable } from "./route-table.ts";
import type { InternalRoute, Route } from "./route.ts";
import { type Bound, createRunner } from "./run.ts";

interface ServiceAppSettings<Ctx> {
  /** Begins the names of spans. */
  readonly service: string;
  readonly ctx: Ctx;
  readonly signer: IdentitySigner;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** One request in so many is logged though nothing is wrong with it; none when left out. */
  readonly logEvery?: number;
  readonly routes: readonly Route<Ctx>[];
  readonly internal?: readonly InternalRoute<Ctx>[];
  /** Tells the version of this service's data of a realm without the cost of an operation. */
  readonly versionOf?: VersionOf;
  /** Rejects while a dependency does not answer. */
  readonly ready: () => Promise<void>;
  /** For tests: an answer against the contract becomes a 500 that says so. */
  readonly checkOutput?: boolean;
  /** None is an error of a database when left out. */
  readonly databaseErrors?: DatabaseErrors;
  /** 1 MiB when left out. */
  readonly maxFormBytes?: number;
}

/**
 * Makes the surface of a service: its public operations below /api/v1 and its internal ones below /internal, over HTTP
 * and over connections of our processes.
 */
export function createServiceApp<Ctx>(settings: ServiceAppSettings<Ctx>): Listenable {
  const {
    service,
    ctx,
    signer,
    logger,
    metrics = noMetrics,
    logEvery = 0,
    checkOutput = false,
    databaseErrors = noDatabase,
    maxFormBytes = 1024 * 1024,
  } = settings;
  const endpointSettings = { ctx, checkOutput, databaseErrors, maxFormBytes };
  const operations = settings.routes.map((route): readonly [Operation, Bound] => [
    route.operation,
    {
      name: route.operation.name,
      isPublic: true,
      onlyReads: route.operation.method === "GET",
      endpoint: operationEndpoint(route, endpointSettings),
    },
  ]);
  const internal = new Map(
    (settings.internal ?? []).map((route): [string, Bound] => [
      `/internal/${route.operation.name}`,
      { name: route.operation.name, endpoint: internalEndpoint(route, endpointSettings) },
    ]),
  );
  const reports = new RequestReports({ metrics, log: logger, logEvery });
  const run = createRunner({ service, logger, reports, showBreaches: checkOutput });
  const dispatch = createDispatcher({ table: createRouteTable(operations), internal }, run);
  return {
    handler: loadedLate(async () => {
      const { createHttpApp } = await import("./http-app.ts");
      return createHttpApp({ operations, internal, run, signer });
    }),
    ready: settings.ready,
    rpc: new RpcServer({
      keys: signer.keys,
      dispatch,
      versionOf: settings.versionOf,
      onProtocolError: (error) => {
        logger.error({ err: error }, "a connection broke the protocol and was closed");
      },
    }),
  };
}

/**
 * Loads what answers over HTTP when the first request comes that way: few do, and a process that was killed is back
 * sooner without it.
 */
function loadedLate(load: () => Promise<RequestListener>): RequestListener {
  let listener: Promise<RequestListener> | undefined;
  return (req, res) => void (listener ??= load()).then((listen) => listen(req, res));
}
