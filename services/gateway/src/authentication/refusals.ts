import { AppError } from "@team-chat/errors";

/** Refuses a request that does not come from an active user: a 401 that asks for credentials. */
export function unauthorized(message: string): AppError {
  return new AppError("UNAUTHORIZED", message);
}

/** Says that an organization is closed, and why, if its operator has said so (docs/hosting.md#operators-interface). */
export function deactivatedText(suspensionReason: string): string {
  return suspensionReason === ""
    ? "This organization has been deactivated"
    : `This organization has been deactivated: ${suspensionReason}`;
}

/** Refuses a request whose host is no organization's. */
export function noRealm(): AppError {
  return new AppError("NONEXISTENT_SUBDOMAIN", "Invalid subdomain");
}

/** Refuses incoming-webhook bots, which may only call what the contract opens to them. */
export function incomingWebhookRefused(): AppError {
  return unauthorized("This API is not available to incoming webhook bots.");
}
