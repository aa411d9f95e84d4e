import { AppError } from "@team-chat/errors";
import type { IncomingRequest } from "@team-chat/rpc";
import { continueScope, type Logger, traced } from "@team-chat/telemetry";
import { type GaveUp, runFor, type Work } from "@team-chat/work";

import { type Answer, errorAnswer, internalErrorAnswer } from "../answers/answer.ts";
import { ContractBreach } from "./contract-breach.ts";
import type { Bound, Exchange } from "./endpoint.ts";

interface RunnerSettings {
  /** Begins the names of spans. */
  readonly service: string;
  readonly logger: Logger;
  readonly showBreaches: boolean;
}

/** Answers a request to an endpoint that was found for it; never rejects. */
export type Run = (bound: Bound, exchange: Exchange) => Promise<Answer>;

/** Runs endpoints in the scopes of their requests, and makes the answer to what they throw. */
export function createRunner({ logger, service, showBreaches }: RunnerSettings): Run {
  return (bound, exchange) => {
    const started = performance.now();
    const { request } = exchange;
    const scope = continueScope(request.header("x-request-id"), request.header("traceparent"));
    const { name, endpoint } = bound;
    let gaveUp: GaveUp | undefined;
    const work = workOf(bound, request, (error) => (gaveUp ??= error));
    return traced({ name: `${service} ${name}`, kind: "server", scope }, async () => {
      let answer: Answer;
      try {
        answer = await runFor(work, () => endpoint(exchange));
      } catch (error) {
        const isShown = showBreaches && error instanceof ContractBreach;
        answer = isRefusal(error)
          ? errorAnswer(error)
          : internalErrorAnswer(isShown ? error.message : undefined);
        if (!isRefusal(error)) logger.error({ operation: name, err: error }, "failed");
      }
      if (gaveUp !== undefined) noteGivenUp(logger, name, gaveUp);
      answer.stream?.reportTo((error) => {
        logger.error({ operation: name, err: error }, "an answer broke off");
      });
      if (logger.isLevelEnabled("debug")) {
        const ms = Math.round(performance.now() - started);
        logger.debug({ operation: name, status: answer.status, ms }, "answered");
      }
      return answer;
    });
  };
}

function workOf(
  { isPublic, name, onlyReads }: Bound,
  request: IncomingRequest,
  onGaveUp: Work["onGaveUp"],
): Work {
  return {
    operation: name,
    realmId: isPublic === true ? request.realmId() : undefined,
    signal: onlyReads === true ? () => request.signal : undefined,
    onGaveUp,
  };
}

/**
 * Logs a request that was given up: quietly when its client went away, which is usual, and as a warning when it took
 * too long.
 */
function noteGivenUp(logger: Logger, operation: string, { reason }: GaveUp): void {
  logger[reason === "gone" ? "debug" : "warn"]({ operation, reason }, "given up");
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code !== "INTERNAL_ERROR";
}
