import { getEvents } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { answerError, answerInternalError, type RequestReports } from "@team-chat/http";
import type { PollRequest } from "@team-chat/rpc";
import { continueScope, runInScope } from "@team-chat/telemetry";

import type { ClientRequest } from "../requests/client-request.ts";

type Answered = Pick<ClientRequest, "headers" | "req" | "res">;

/** Answers a request that was refused or failed, unless its client went away. */
export function answerFailure(request: Answered, error: unknown): void {
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
function forBrowser({ req }: Answered, error: AppError): AppError {
  const isBrowser = req.headers["sec-fetch-site"] !== undefined;
  return isBrowser && error.code === "UNAUTHORIZED"
    ? new AppError("LOGGED_OUT", error.message)
    : error;
}

interface Refused extends Answered, Pick<ClientRequest, "noted" | "operation" | "scope"> {}

/** Answers a request with an error before anything was begun for it, such as a long poll that may not wait. */
export function refuseAtOnce(reports: RequestReports, request: Refused, error: unknown): void {
  const { noted, operation, res, scope } = request;
  const started = performance.now();
  reports.began();
  runInScope(scope, () => {
    answerFailure(request, error);
    const { realmId } = noted;
    reports.ended({ operation: operation.name, realmId, status: res.statusCode, started, error });
  });
}

/** Is made once, since thousands of polls may be refused at the same moment. */
const eventsAway = new AppError("SERVICE_UNAVAILABLE", "The events service does not answer.", {
  cause: new Error(
    "No process of events announces itself and is reached: start one, or let this process connect to its port for links.",
  ),
});

/** Tells of a poll that was refused after it had waited for a process of events. */
export function reportTooLong(
  reports: RequestReports,
  { request, since }: { readonly request: PollRequest; readonly since: number },
): void {
  const { realmId, requestId } = request;
  const outcome = { operation: getEvents.name, realmId, status: eventsAway.status };
  reports.began();
  runInScope(continueScope(requestId, undefined), () => {
    reports.ended({ ...outcome, started: since, error: eventsAway });
  });
}
