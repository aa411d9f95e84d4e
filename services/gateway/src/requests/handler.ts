import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { getEvents, type Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  answerError,
  answerInternalError,
  createRouteTable,
  hasBody,
  methodNotAllowed,
  splitUrl,
  tooLarge,
  unknownAddress,
} from "@team-chat/http";
import { continueScope, type Logger, traced } from "@team-chat/telemetry";

import type { Pages } from "../pages/pages.ts";
import type { PollDesk } from "../polls/poll-desk.ts";
import { parsePoll } from "../polls/poll-parameters.ts";
import type { Admission } from "./admission.ts";
import { authorizationOf, type Exchange } from "./exchange.ts";
import type { Forwarder } from "./forwarder.ts";

interface HandlerParts {
  readonly operations: readonly Operation[];
  readonly pages: Pages;
  readonly admission: Admission;
  readonly desk: PollDesk;
  readonly forwarder: Forwarder;
  readonly logger: Logger;
  readonly maxBodyBytes: number;
}

/** Where clients look for files and pictures, outside of the API, and the operations that lead there. */
const outside = [
  ["/user_uploads/", "/api/v1/files/"],
  ["/avatar/", "/api/v1/avatar/"],
] as const;

/** Answers everything that comes to the gateway's port, but for the probes. */
export function createHandler(parts: HandlerParts): RequestListener {
  const table = createRouteTable(parts.operations.map((operation) => [operation, operation]));
  return (req, res) => {
    const moved = outside.find(([address]) => req.url?.startsWith(address));
    if (moved && req.url) req.url = moved[1] + req.url.slice(moved[0].length);
    const [path, query] = splitUrl(req.url ?? "/");
    const method = req.method ?? "GET";
    if (parts.pages.answer(path, req, res)) return;
    const found = table.find(method, path);
    if (found !== undefined && "entry" in found) {
      serve(parts, createExchange(req, res, { operation: found.entry, query }));
      return;
    }
    const allowed = table.methodsOf(path);
    if (method === "OPTIONS" && allowed.length > 0)
      res.writeHead(204, { Allow: allowed.join(", ") }).end();
    else answerError(res, allowed.length > 0 ? methodNotAllowed(allowed) : unknownAddress());
  };
}

function createExchange(
  req: IncomingMessage,
  res: ServerResponse,
  { operation, query }: Pick<Exchange, "operation" | "query">,
): Exchange {
  const given = req.headers["x-request-id"];
  const scope = continueScope(typeof given === "string" ? given : undefined, undefined);
  const host = (req.headers.host ?? "").toLowerCase();
  const headers = { "X-Request-Id": scope.requestId };
  return { req, res, operation, query, host, requestId: scope.requestId, headers };
}

function serve(parts: HandlerParts, exchange: Exchange): void {
  const header = pollHeader(exchange);
  if (header === undefined) {
    void serveOperation(parts, exchange);
    return;
  }
  servePoll(parts, exchange, header).then(
    (parked) => {
      if (!parked) void serveOperation(parts, exchange);
    },
    (error: unknown) => answerFailure(parts, exchange, error),
  );
}

/** The credentials of what may be a plain long poll. */
function pollHeader(exchange: Exchange): string | undefined {
  const { operation, req } = exchange;
  const mayBe = operation.name === getEvents.name && req.method === "GET" && !hasBody(req);
  return mayBe ? authorizationOf(exchange) : undefined;
}

/** @returns false when the request is no plain poll, and nothing was done */
async function servePoll(
  { admission, desk }: HandlerParts,
  exchange: Exchange,
  header: string,
): Promise<boolean> {
  const { headers, query, requestId, res } = exchange;
  const poll = readPoll(query);
  if (poll === null) return false;
  const caller = await admission.admitPoll(exchange, header);
  if (poll instanceof AppError) throw poll;
  const { slot, ...parameters } = poll;
  desk.park(res, { slot, headers, request: { ...caller, ...parameters, requestId } });
  return true;
}

/** Who may not poll learns nothing about the queue id, so the refusal waits. */
function readPoll(query: string): ReturnType<typeof parsePoll> | AppError {
  try {
    return parsePoll(query);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function serveOperation(parts: HandlerParts, exchange: Exchange): Promise<void> {
  const { name } = exchange.operation;
  const started = performance.now();
  const scope = continueScope(exchange.requestId, undefined);
  await traced({ name, kind: "server", scope }, async () => {
    try {
      const announced = Number(exchange.req.headers["content-length"] ?? 0);
      if (announced > parts.maxBodyBytes) throw tooLarge(parts.maxBodyBytes);
      const identity = await parts.admission.admit(exchange);
      await parts.forwarder.forward(exchange, identity);
    } catch (error) {
      answerFailure(parts, exchange, error);
    }
    if (parts.logger.isLevelEnabled("debug")) {
      const ms = Math.round(performance.now() - started);
      parts.logger.debug({ operation: name, status: exchange.res.statusCode, ms }, "answered");
    }
  });
}

function answerFailure({ logger }: HandlerParts, exchange: Exchange, error: unknown): void {
  const { headers, operation, requestId, res } = exchange;
  if (!res.headersSent) for (const name in headers) res.setHeader(name, headers[name] ?? "");
  if (error instanceof AppError && error.code !== "INTERNAL_ERROR") {
    answerError(res, error);
    return;
  }
  if (res.destroyed) return;
  logger.error({ operation: operation.name, requestId, err: error }, "failed");
  answerInternalError(res);
}
