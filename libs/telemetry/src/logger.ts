import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
} from "pino";

import { describeError } from "./describe-error.ts";
import { currentScope } from "./scope.ts";

export type { Logger } from "pino";

interface LoggerSettings {
  readonly service: string;
  readonly level: string;
  /** Destination of lines; standard output, written asynchronously, when left out. */
  readonly to?: DestinationStream;
}

/** Fields that must never reach a log, should somebody pass one by mistake. */
const secretFields = [
  "authorization",
  "cookie",
  "x-identity",
  "password",
  "api_key",
  "apiKey",
  "token",
  "content",
  "email",
  "delivery_email",
];

const options = {
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError },
  redact: {
    paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
    censor: "[redacted]",
  },
  mixin() {
    const scope = currentScope();
    return scope === undefined ? {} : { requestId: scope.requestId, traceId: scope.traceId };
  },
} satisfies LoggerOptions;

/**
 * Creates a logger that writes one JSON line per entry; lines written while a request is worked on carry its request
 * and trace id. Log ids and counts only; make named parts with `.child({ part })`.
 */
export function createLogger({ service, level, to }: LoggerSettings): Logger {
  return pino({ ...options, level, base: { service, pid: process.pid } }, to ?? standardOutput());
}

/**
 * Opens standard output for log lines, written asynchronously. Loggers of one process share one, so that their lines do
 * not run into each other.
 */
export function standardOutput(): DestinationStream {
  return destination({ sync: false });
}
