import { AppError } from "@team-chat/errors";
import { answerError, answerInternalError } from "@team-chat/http";
import { tooLarge } from "@team-chat/rpc";
import { type Logger, traced } from "@team-chat/telemetry";

import type { ClientRequest } from "../requests/client-request.ts";
import type { Admission } from "./admission.ts";
import type { Forwarder } from "./forwarder.ts";
import type { SpeculativeReads } from "./speculative-reads.ts";

interface ServingParts {
  readonly admission: Admission;
  readonly forwarder: Forwarder;
  readonly speculativeReads: SpeculativeReads;
  readonly logger: Logger;
  readonly maxBodyBytes: number;
  readonly isDevelopment: boolean;
}

/** Answers a request for an operation. Never rejects. */
export async function serveOperation(parts: ServingParts, request: ClientRequest): Promise<void> {
  const { operation, res, scope } = request;
  const started = performance.now();
  await traced({ name: operation.name, kind: "server", scope }, async () => {
    try {
      await serve(parts, request);
    } catch (error) {
      answerFailure(parts.logger, request, error);
    }
    if (parts.logger.isLevelEnabled("debug")) {
      const ms = Math.round(performance.now() - started);
      parts.logger.debug({ operation: operation.name, status: res.statusCode, ms }, "answered");
    }
  });
}

async function serve(parts: ServingParts, request: ClientRequest): Promise<void> {
  const { admission, forwarder, speculativeReads } = parts;
  const { operation } = request;
  checkAllowed(parts, request);
  using read =
    operation.isSpeculative === true
      ? speculativeReads.begin(request, admission.probableCaller(request))
      : undefined;
  const identity = await admission.admit(request);
  if (read && (await read.answer(identity))) return;
  await forwarder.forward(request, identity);
}

/** @throws REQUEST_TOO_LARGE by the announced length; BAD_REQUEST for what only development mode offers */
function checkAllowed(parts: ServingParts, { operation, req }: ClientRequest): void {
  const announced = Number(req.headers["content-length"] ?? 0);
  if (announced > parts.maxBodyBytes) throw tooLarge(parts.maxBodyBytes);
  if (operation.developmentOnly === true && !parts.isDevelopment)
    throw new AppError("BAD_REQUEST", "Endpoint not available in production.");
}

/** Answers a request with the error that it failed with. */
export function answerFailure(logger: Logger, request: ClientRequest, error: unknown): void {
  const { headers, operation, res, scope } = request;
  if (res.destroyed) return;
  if (!res.headersSent) for (const name in headers) res.setHeader(name, headers[name] ?? "");
  if (error instanceof AppError && error.code !== "INTERNAL_ERROR") {
    answerError(res, error);
    return;
  }
  logger.error({ operation: operation.name, requestId: scope.requestId, err: error }, "failed");
  answerInternalError(res);
}
