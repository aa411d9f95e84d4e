import type { Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  answerError,
  answerInternalError,
  type RouteTable,
  splitUrl,
  unknownAddress,
} from "@team-chat/http";
import { continueScope, type Logger, runInScope } from "@team-chat/telemetry";
import compression from "compression";
import express, {
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import helmet from "helmet";

import { failurePage } from "../pages/accounts/failure-page.ts";
import { assetsFolder, assetsPath } from "../pages/assets.ts";
import { noteRefusal, refusalOf } from "../requests/noted-refusal.ts";
import { opensPage } from "../requests/opens-page.ts";
import { onlyGet, onlyMethods } from "./methods.ts";
import { ownVoiceFor, sendPage } from "./show-page.ts";

interface WebAppParts {
  /** Answers for what is the same for everybody. */
  readonly documents: Router;
  readonly table: Pick<RouteTable<Operation>, "methodsOf">;
  /** Come before all others, in their order. */
  readonly first: readonly RequestHandler[];
  /** Answer for the ways in. */
  readonly accounts: readonly Router[];
  /** Answers `/`, and for the files of the web client. */
  readonly client: Router;
  readonly logger: Logger;
}

/**
 * Serves everything on the port of the gateway that is not an operation of the API: pages and documents, and errors for
 * all other addresses. Further routes belong into `createRoutes`.
 */
export function createWebApp({ logger, ...parts }: WebAppParts): Express {
  const routes = createRoutes(parts);
  const app = express().disable("x-powered-by");
  app.use(securityHeaders, compression());
  app.use((req, res) => {
    const given = req.headers["x-request-id"];
    const scope = continueScope(typeof given === "string" ? given : undefined, undefined);
    res.setHeader("X-Request-Id", scope.requestId);
    res.once("finish", () => runInScope(scope, () => reportUnavailable(logger, res)));
    // Express goes on here when no route has answered, or with what a route has thrown.
    runInScope(scope, () =>
      routes(req, res, (error?: unknown) => {
        answerFailure(logger, { req, res }, error ?? unknownAddress());
      }),
    );
  });
  return app;
}

function createRoutes({
  accounts,
  client,
  documents,
  first,
  table,
}: Omit<WebAppParts, "logger">): Router {
  // Each document has one address, as each operation has.
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.use(operationMethods(table), ...first, ...accounts, client, documents);
  routes.use(assetsPath, onlyGet, files(assetsFolder));
  return routes;
}

/** Serves the files of a folder whose address changes with their contents. */
function files(folder: string): RequestHandler {
  return express.static(folder, { immutable: true, maxAge: "1y", index: false, redirect: false });
}

/** Forbids browsers everything that a document does not need; a page allows more by a policy of its own. */
const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
  },
  // The reverse proxy terminates TLS, and decides whether there will always be TLS.
  strictTransportSecurity: false,
  xFrameOptions: { action: "deny" },
});

/** Answers requests that use an address of the API with a method that no operation has there. */
function operationMethods(table: WebAppParts["table"]): RequestHandler {
  return (req, res, next) => {
    const allowed = table.methodsOf(splitUrl(req.url)[0]);
    if (allowed.length === 0) next();
    else onlyMethods(allowed)(req, res, next);
  };
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

function answerFailure(logger: Logger, { req, res }: Exchange, error: unknown): void {
  // An answer that was begun cannot be taken back; cutting it off tells the client that it is not whole.
  if (res.headersSent) res.destroy();
  else if (error instanceof AppError && error.code !== "INTERNAL_ERROR") {
    noteRefusal(res, error);
    if (opensPage(req)) showFailure({ req, res }, error);
    else answerError(res, error);
  } else {
    logger.error({ path: res.req.path, err: error }, "a page failed unexpectedly");
    answerInternalError(res);
  }
}

/** Logs why something was not shown or done; without its address, which may hold a secret. */
function reportUnavailable(logger: Logger, res: Response): void {
  const refusal = refusalOf(res);
  if (refusal !== undefined && res.statusCode >= 500)
    logger.warn({ status: res.statusCode, err: refusal }, "a page was not carried out");
}

/** Says what went wrong on a page, with the status and the wait that a program would be told. */
function showFailure({ req, res }: Exchange, error: AppError): void {
  const wait = error.details["retry-after"];
  res.status(error.status);
  if (typeof wait === "number") res.setHeader("Retry-After", wait);
  sendPage(failurePage(ownVoiceFor(req), error))(req, res, () => undefined);
}
