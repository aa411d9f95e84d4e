import { AppError } from "@team-chat/errors";

/** A call got no answer: it was not sent, or the connection broke, or it took too long. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly code: "CALL_UNSENT" | "CALL_CUT" | "CALL_TIMEOUT";

  constructor(code: CallFailure["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** With these the request never left this process, so another one may be asked the same. */
const neverSent = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_CLOSED",
  "CALL_UNSENT",
]);

/** With these the other side may have carried the request out, but has not begun to answer. */
const cutOff = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_DESTROYED",
  "CALL_CUT",
]);

const tooLate = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "CALL_TIMEOUT"]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/**
 * Tells whether the same request may be sent to another process; `repeatable` says that carrying it out twice does no
 * harm.
 */
export function mayRepeat(error: unknown, repeatable: boolean): boolean {
  const code = codeOf(error);
  return neverSent.has(code) || (repeatable && cutOff.has(code));
}

/**
 * Translates a failed connection or a timeout into the error that clients may retry; any other error stays as it is.
 */
export function unavailable(service: string, error: unknown): unknown {
  const code = codeOf(error);
  if (neverSent.has(code)) return serviceUnavailable(service, unreached(service, error));
  if (!cutOff.has(code) && !tooLate.has(code)) return error;
  return serviceUnavailable(service, error);
}

/** Says in the log, which clients do not see, what to do. */
function unreached(service: string, cause: unknown): Error {
  const variable = `${service.toUpperCase()}_URL`;
  return new Error(
    `No process of ${service} is reached: start one, set ${variable} to where it listens, and let this process connect to it.`,
    { cause },
  );
}

/** Makes the error for a service of which no process answers. */
function serviceUnavailable(service: string, cause?: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", `The ${service} service does not answer.`, {
    details: { "retry-after": 1 },
    cause,
  });
}
