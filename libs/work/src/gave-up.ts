import { AppError } from "@team-chat/errors";

/**
 * `gone`: nobody waits for the answer any more; `late`: a statement took too long; `busy`: too much of the same
 * organization was under way.
 */
export type GaveUpReason = "gone" | "late" | "busy";

const messages: Readonly<Record<GaveUpReason, string>> = {
  gone: "The request was given up.",
  late: "This took too long and was stopped. Please try again later, or ask for less at once.",
  busy: "Too many requests of your organization are being worked on. Please try again later.",
};

/** Long enough for what is under way to be done with, in seconds. */
const retryAfter = 5;

/** Work on a request was stopped. Nothing of what was stopped has been committed. */
export class GaveUp extends AppError {
  readonly reason: GaveUpReason;

  constructor(reason: GaveUpReason, cause?: unknown) {
    super("SERVICE_UNAVAILABLE", messages[reason], {
      details: { "retry-after": retryAfter },
      cause,
    });
    this.reason = reason;
  }
}
