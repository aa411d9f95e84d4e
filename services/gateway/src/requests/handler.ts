import type { RequestListener } from "node:http";

import type { Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  answerError,
  answerInternalError,
  methodNotAllowed,
  type RouteTable,
  splitUrl,
  unknownAddress,
} from "@team-chat/http";
import { tooLarge } from "@team-chat/rpc";
import { type Logger, traced } from "@team-chat/telemetry";

import type { Pages } from "../pages/pages.ts";
import type { Admission } from "./admission.ts";
import { arrivalOf, type Exchange } from "./exchange.ts";
import type { Forwarder } from "./forwarder.ts";
import type { Guesses } from "./guesses.ts";

interface ServingParts {
  readonly admission: Admission;
  readonly forwarder: Forwarder;
  readonly guesses: Guesses;
  readonly logger: Logger;
  readonly maxBodyBytes: number;
  readonly isDevelopment: boolean;
}

interface HandlerParts {
  readonly table: RouteTable<Operation>;
  readonly pages: Pages;
  readonly serve: (exchange: Exchange) => void;
}

/** Where clients look for files and pictures, outside of the API, and the operations that lead there. */
const outside = [
  ["/user_uploads/", "/api/v1/files/"],
  ["/avatar/", "/api/v1/avatar/"],
] as const;

/** Answers everything that comes to the gateway's port, but for the probes. */
export function createHandler({ pages, serve, table }: HandlerParts): RequestListener {
  return (req, res) => {
    const moved = outside.find(([address]) => req.url?.startsWith(address));
    if (moved && req.url) req.url = moved[1] + req.url.slice(moved[0].length);
    const [path, query] = splitUrl(req.url ?? "/");
    const method = req.method ?? "GET";
    if (pages.answer(path, req, res)) return;
    const found = table.find(method, path);
    if (found !== undefined && "entry" in found) {
      const arrival = arrivalOf(req, { operation: found.entry, query });
      serve({ ...arrival, res });
      return;
    }
    const allowed = table.methodsOf(path);
    if (method === "OPTIONS" && allowed.length > 0)
      res.writeHead(204, { Allow: allowed.join(", ") }).end();
    else answerError(res, allowed.length > 0 ? methodNotAllowed(allowed) : unknownAddress());
  };
}

/** Answers a request for an operation. */
export async function serveOperation(parts: ServingParts, exchange: Exchange): Promise<void> {
  const { name } = exchange.operation;
  const started = performance.now();
  await traced({ name, kind: "server", scope: exchange.scope }, async () => {
    try {
      const announced = Number(exchange.req.headers["content-length"] ?? 0);
      if (announced > parts.maxBodyBytes) throw tooLarge(parts.maxBodyBytes);
      if (exchange.operation.developmentOnly === true && !parts.isDevelopment)
        throw new AppError("BAD_REQUEST", "Endpoint not available in production.");
      if (exchange.operation.askedOnGuess === true) await serveOnGuess(parts, exchange);
      else await parts.forwarder.forward(exchange, await parts.admission.admit(exchange));
    } catch (error) {
      answerFailure(parts.logger, exchange, error);
    }
    if (parts.logger.isLevelEnabled("debug")) {
      const ms = Math.round(performance.now() - started);
      parts.logger.debug({ operation: name, status: exchange.res.statusCode, ms }, "answered");
    }
  });
}

async function serveOnGuess(
  { admission, forwarder, guesses }: ServingParts,
  exchange: Exchange,
): Promise<void> {
  using guess = guesses.of(exchange);
  const identity = await admission.admit(exchange, guess.begin);
  if (!(await guess.answer(identity))) await forwarder.forward(exchange, identity);
}

/** Answers a request that failed. */
export function answerFailure(logger: Logger, exchange: Exchange, error: unknown): void {
  const { headers, operation, res, scope } = exchange;
  if (res.destroyed) return;
  if (!res.headersSent) for (const name in headers) res.setHeader(name, headers[name] ?? "");
  if (error instanceof AppError && error.code !== "INTERNAL_ERROR") {
    answerError(res, error);
    return;
  }
  logger.error({ operation: operation.name, requestId: scope.requestId, err: error }, "failed");
  answerInternalError(res);
}
