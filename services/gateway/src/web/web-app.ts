import type { Operation } from "@team-chat/contract";
import {
  answerError,
  answerInternalError,
  methodNotAllowed,
  type RouteTable,
  splitUrl,
  unknownAddress,
} from "@team-chat/http";
import type { Logger } from "@team-chat/telemetry";
import compression from "compression";
import express, { type Express, type RequestHandler, type Response, type Router } from "express";
import helmet from "helmet";

import { assetsFolder, assetsPath } from "../pages/assets.ts";
import type { Page } from "../pages/page.ts";

interface WebAppParts {
  readonly pages: Readonly<Record<string, Page>>;
  readonly table: Pick<RouteTable<Operation>, "methodsOf">;
  readonly logger: Logger;
}

/**
 * Serves everything on the port of the gateway that is not an operation of the API: pages and documents, and errors for
 * all other addresses. Further routes, such as log-in flows or the files of a web client, belong into `createRoutes`.
 */
export function createWebApp({ logger, ...parts }: WebAppParts): Express {
  const routes = createRoutes(parts);
  const app = express().disable("x-powered-by");
  app.use(securityHeaders, compression());
  app.use((req, res) => {
    // Express goes on here when no route has answered, or with what a route has thrown.
    routes(req, res, (error?: unknown) => {
      if (error === undefined) answerError(res, unknownAddress());
      else answerFailure(logger, res, error);
    });
  });
  return app;
}

function createRoutes({ pages, table }: Omit<WebAppParts, "logger">): Router {
  // Each document has one address, as each operation has.
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.use(operationMethods(table));
  routes.all("/", onlyGet, (_req, res) => res.redirect("/docs"));
  for (const [path, page] of Object.entries(pages)) routes.all(path, onlyGet, sendPage(page));
  routes.use(assetsPath, onlyGet, files(assetsFolder));
  return routes;
}

/** Serves the files of a folder whose address changes with their contents. */
function files(folder: string): RequestHandler {
  return express.static(folder, { immutable: true, maxAge: "1y", index: false, redirect: false });
}

/** Lets browsers that show a document without styles of its own add theirs. */
const defaultAllows = "style-src 'unsafe-inline'";

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
    else refuseMethod(allowed)(req, res, next);
  };
}

const onlyGet: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") next();
  else refuseMethod(["GET"])(req, res, next);
};

function refuseMethod(allowed: readonly string[]): RequestHandler {
  return (req, res) => {
    if (req.method === "OPTIONS") res.writeHead(204, { Allow: allowed.join(", ") }).end();
    else answerError(res, methodNotAllowed(allowed));
  };
}

function sendPage({ allows = defaultAllows, text, type }: Page): RequestHandler {
  const body = Buffer.from(text);
  const headers = {
    "Content-Type": type,
    "Content-Security-Policy": `default-src 'none'; ${allows}; base-uri 'none'; frame-ancestors 'none'`,
    // A browser asks each time whether its copy is current; the answer is 304 while the ETag is the same.
    "Cache-Control": "no-cache",
  };
  return (_req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.send(body);
  };
}

function answerFailure(logger: Logger, res: Response, error: unknown): void {
  logger.error({ path: res.req.path, err: error }, "failed");
  // An answer that was begun cannot be taken back; cutting it off tells the client that it is not whole.
  if (res.headersSent) res.destroy();
  else answerInternalError(res);
}
