import { AppError } from "@team-chat/errors";
import { answerError, answerInternalError, type RequestReports } from "@team-chat/http";
import { runInScope } from "@team-chat/telemetry";

import type { ClientRequest } from "../requests/client-request.ts";

/** Answers a request that was refused or failed, unless its client went away. */
export function answerFailure(request: ClientRequest, error: unknown): void {
  const { headers, res } = request;
  if (res.destroyed) return;
  if (!res.headersSent) for (const name in headers) res.setHeader(name, headers[name] ?? "");
  if (error instanceof AppError && error.code !== "INTERNAL_ERROR") {
    answerError(res, forBrowser(request, error));
    return;
  }
  answerInternalError(res);
}

/** Returns what a browser is told of an error: without Basic authentication, for which it would ask by itself. */
function forBrowser({ req }: ClientRequest, error: AppError): AppError {
  const isBrowser = req.headers["sec-fetch-site"] !== undefined;
  return isBrowser && error.code === "UNAUTHORIZED"
    ? new AppError("LOGGED_OUT", error.message)
    : error;
}

/** Answers a long poll that is refused before it waits, or cannot be registered, with its error. */
export function refusePoll(reports: RequestReports, request: ClientRequest, error: unknown): void {
  const { noted, operation, res, scope } = request;
  const started = performance.now();
  reports.began();
  runInScope(scope, () => {
    answerFailure(request, error);
    const { realmId } = noted;
    reports.ended({ operation: operation.name, realmId, status: res.statusCode, started, error });
  });
}
