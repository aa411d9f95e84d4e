import { AppError } from "@team-chat/errors";

/** What can become of a request on a link instead of an answer: it was not sent, or cut off, or took too long. */
export class LinkFailure extends Error {
  override readonly name = "LinkFailure";
  readonly code: "LINK_UNSENT" | "LINK_CUT" | "LINK_TIMEOUT";

  constructor(code: LinkFailure["code"], message: string) {
    super(message);
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
  "LINK_UNSENT",
]);

/** With these the other side may have carried the request out, but has not begun to answer. */
const cutOff = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_DESTROYED",
  "LINK_CUT",
]);

const tooLate = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "LINK_TIMEOUT"]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** Whether the same request may be sent to another process; `repeatable` when carrying it out twice does no harm. */
export function mayRepeat(error: unknown, repeatable: boolean): boolean {
  const code = codeOf(error);
  return neverSent.has(code) || (repeatable && cutOff.has(code));
}

/** A failed connection or a timeout as the error that clients may retry; any other error as it is. */
export function unavailable(service: string, error: unknown): unknown {
  const code = codeOf(error);
  if (!neverSent.has(code) && !cutOff.has(code) && !tooLate.has(code)) return error;
  return serviceUnavailable(service, error);
}

/** The error for a service of which no process answers. */
export function serviceUnavailable(service: string, cause?: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", `The ${service} service does not answer.`, {
    details: { "retry-after": 1 },
    cause,
  });
}
