import { AppError } from "@team-chat/errors";
import { currentScope, describeSpan, type Logger, type Metrics } from "@team-chat/telemetry";
import { hashText } from "@team-chat/work";

import { LineLimit } from "./line-limit.ts";
import { RequestMetrics } from "./request-metrics.ts";

interface ReportSettings {
  readonly metrics: Metrics;
  readonly log: Logger;
  /** One request in so many is logged though nothing is wrong with it; 0 for none. */
  readonly logEvery: number;
}

/** Outcome of a request, with what is known of it. */
export interface Outcome {
  readonly operation: string;
  readonly status: number;
  /** Beginning of the request, on the clock of `performance.now()`. */
  readonly started: number;
  /** Undefined while it is not known which organization is meant, and for what services ask each other. */
  readonly realmId: number | undefined;
  /** Time that its statements took, in ms; absent where there is no database. */
  readonly databaseMs?: number;
  /** Error that it was refused with, or failed with; absent when only the answer of another process is known. */
  readonly error?: unknown;
}

/**
 * Tells of each request that a process serves: in the metrics, in the log and in its span. What fails is logged, and so
 * is what is refused, up to a limit beyond which it is only counted; of the others those whose request id falls into
 * the sample, which is the same in every process.
 */
export class RequestReports {
  readonly #metrics: RequestMetrics;
  readonly #settings: ReportSettings;
  readonly #lines: LineLimit;

  constructor(settings: ReportSettings) {
    this.#settings = settings;
    const { log } = settings;
    this.#lines = new LineLimit((unwritten) => {
      if (unwritten.status < 500) log.info(unwritten, "further requests were refused");
      else log.warn(unwritten, "further requests were not carried out");
    });
    this.#metrics = new RequestMetrics(settings.metrics);
  }

  /** Tells of a request that begins; `ended` follows. */
  began(): void {
    this.#metrics.began();
  }

  /** Tells of a request that was answered; to be called within its scope. */
  ended(outcome: Outcome): void {
    const { operation, realmId, started, status } = outcome;
    const ms = performance.now() - started;
    this.#metrics.ended({ operation, status, realmId, ms });
    const attributes = { operation, realm: realmId, "http.response.status_code": status };
    describeSpan(attributes, { failed: status >= 500 });
    const isLogged =
      status < 400 ? this.#isInSample() : this.#lines.admits({ realm: realmId, status });
    if (isLogged) this.#log(outcome, Math.round(ms));
  }

  #log(outcome: Outcome, ms: number): void {
    const { databaseMs, error, operation, realmId, status } = outcome;
    const facts = {
      operation,
      realm: realmId,
      status,
      ms,
      ...(databaseMs === undefined ? {} : { databaseMs: Math.round(databaseMs) }),
      ...(error instanceof AppError ? { code: error.code } : {}),
    };
    const { log } = this.#settings;
    if (status < 400) log.info(facts, "a request was answered");
    else if (status < 500) log.info(facts, "a request was refused");
    else if (isExpected(error)) log.warn({ ...facts, err: error }, "a request was not carried out");
    else log.error({ ...facts, err: error }, "a request failed unexpectedly");
  }

  #isInSample(): boolean {
    const { logEvery } = this.#settings;
    if (logEvery === 0) return false;
    return logEvery === 1 || hashText(currentScope()?.requestId ?? "") % logEvery === 0;
  }
}

/** Tells failures that somebody has foreseen, such as a service that is away, from mistakes. */
function isExpected(error: unknown): boolean {
  return error === undefined || (error instanceof AppError && error.code !== "INTERNAL_ERROR");
}
