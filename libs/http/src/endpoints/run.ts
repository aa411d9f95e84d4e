import { AppError } from "@team-chat/errors";
import type { IncomingRequest } from "@team-chat/rpc";
import { continueScope, type Logger, traced } from "@team-chat/telemetry";
import { type GaveUp, markProcessor, markResumed, runFor, Spent, type Work } from "@team-chat/work";

import { type Answer, errorAnswer, internalErrorAnswer } from "../answers/answer.ts";
import type { RequestReports } from "../request-reports.ts";
import { authorOf } from "./author.ts";
import { ContractBreach } from "./contract-breach.ts";

/** A request to one operation. */
export interface Exchange {
  readonly request: IncomingRequest;
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
}

/** Returns the answer to a request. @throws the refusal that is answered instead */
export type Endpoint = (exchange: Exchange) => Promise<Answer>;

/** An endpoint, with what whoever runs it has to know. */
export interface Bound {
  readonly name: string;
  /** True if it counts for the organization of whoever asks. */
  readonly isPublic?: boolean;
  /** True if it changes nothing, so that it ends when nobody waits for the answer any more. */
  readonly onlyReads?: boolean;
  readonly endpoint: Endpoint;
}

interface RunnerSettings {
  /** Begins the names of spans. */
  readonly service: string;
  readonly logger: Logger;
  readonly reports: RequestReports;
  readonly showBreaches: boolean;
}

/** Answers a request to an endpoint that was found for it; never rejects. */
export type Run = (bound: Bound, exchange: Exchange) => Promise<Answer>;

/** Runs endpoints in the scopes of their requests, and makes the answer to what they throw. */
export function createRunner({ logger, reports, service, showBreaches }: RunnerSettings): Run {
  return (bound, exchange) => {
    const started = performance.now();
    const { request } = exchange;
    const scope = continueScope(request.header("x-request-id"), request.header("traceparent"));
    const { name, endpoint } = bound;
    let gaveUp: GaveUp | undefined;
    const spent = new Spent();
    const work = workOf(bound, request, {
      author: () => authorOf(name, request.identity(), scope.requestId),
      onGaveUp: (error) => (gaveUp ??= error),
      spent,
    });
    reports.began();
    return traced({ name: `${service} ${name}`, kind: "server", scope }, async () => {
      let answer: Answer;
      let failure: unknown;
      try {
        const answering = runFor(work, () => endpoint(exchange));
        markResumed(spent);
        answer = await answering;
      } catch (error) {
        failure = error;
        const isShown = showBreaches && error instanceof ContractBreach;
        answer = isRefusal(error)
          ? errorAnswer(error)
          : internalErrorAnswer(isShown ? error.message : undefined);
      }
      if (gaveUp !== undefined) noteGivenUp(logger, name, gaveUp);
      answer.stream?.reportTo((error) => {
        logger.error({ operation: name, err: error }, "an answer broke off in the middle");
      });
      const { status } = answer;
      const realmId = request.realmId();
      const databaseMs = spent.databaseUs / 1000;
      reports.ended({ operation: name, realmId, status, started, databaseMs, error: failure });
      markProcessor(spent);
      return { ...answer, cost: spent.total() };
    });
  };
}

function workOf(
  { isPublic, name, onlyReads }: Bound,
  request: IncomingRequest,
  others: Pick<Work, "author" | "onGaveUp" | "spent">,
): Work {
  return {
    operation: name,
    realmId: isPublic === true ? request.realmId() : undefined,
    signal: onlyReads === true ? () => request.signal : undefined,
    ...others,
  };
}

/**
 * Logs a request that was given up: quietly when its client went away, which is usual, and as a warning when it took
 * too long.
 */
function noteGivenUp(logger: Logger, operation: string, { reason }: GaveUp): void {
  logger[reason === "gone" ? "debug" : "warn"]({ operation, reason }, "a request was given up");
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code !== "INTERNAL_ERROR";
}
