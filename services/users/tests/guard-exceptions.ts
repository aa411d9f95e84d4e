import { AppError } from "@team-chat/errors";

/** Exceptions from the guard of refusals. */
export const guardExceptions = {
  /**
   * Presence is stored later, and e-mails are sent, as is the audit log, of which the head covers its entries.
   */
  except: ["presence", "mail", "audit_entry", "audit_destination"],
  /** Erasures and deletions go on while others ask. */
  following: ["person_erasure", "realm_deletion"],
  /**
   * A sign-in that fails is written down.
   * A token that a provider of calls takes no more is forgotten.
   * Some invitations were sent although not all were (docs/behaviour/invitations.md#inviting-by-e-mail).
   */
  isPartial: (error: unknown) =>
    error instanceof AppError &&
    (error.code === "AUTHENTICATION_FAILED" ||
      error.details["sent_invitations"] === true ||
      error.code === "INVALID_VIDEO_CALL_PROVIDER_TOKEN"),
};
