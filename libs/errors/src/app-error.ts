import { errorCodes, type ErrorCode } from "./error-codes.ts";

interface AppErrorOptions {
  /** Extra fields of the error body that clients see, e.g. `{ stream: "general" }`. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The one error class that operations throw on purpose; its message and details are shown to the client. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  /** Returns the `code` field on the wire. */
  get wireCode(): string {
    const facts = errorCodes[this.code];
    return "wire" in facts ? facts.wire : this.code;
  }
}
