import type { Row } from "./state.ts";

/** Events that only the user whose they are may hear of. */
export const personalTypes: ReadonlySet<string> = new Set([
  "alert_words",
  "device",
  "drafts",
  "has_webex_token",
  "has_zoom_token",
  "muted_users",
  "navigation_view",
  "reminders",
  "saved_snippets",
  "scheduled_messages",
  "update_display_settings",
  "update_global_notifications",
  "user_settings",
]);

/**
 * Events of what everybody in the organization may know, guests as well (docs/behaviour/events.md#organization-events).
 */
export const everybodysTypes: ReadonlySet<string> = new Set([
  "channel_folder",
  "custom_profile_fields",
  "heartbeat",
  "realm",
  "realm_domains",
  "realm_emoji",
  "realm_linkifiers",
  "realm_playgrounds",
  "realm_user_settings_defaults",
]);

/** Things that were seen rather than asked of the server: owners of files, and inviters. */
export interface Belongings {
  /** Uploader of a file, by its id. */
  readonly files: Map<number, number>;
  readonly inviters: Set<number>;
}

interface Heard {
  readonly event: Row;
  readonly hearer: { readonly userId: number };
  readonly actorId: number;
  readonly belongings: Belongings;
}

const inviting: ReadonlySet<string> = new Set(["createInviteLink", "sendInvites"]);

export function noteInviter({ inviters }: Belongings, operation: string, userId: number): void {
  if (inviting.has(operation)) inviters.add(userId);
}

/**
 * Tells whether the hearer gets the event of a file: its uploader is the first, and nobody else ever does, whoever
 * links to it (docs/behaviour/uploads.md#attachments).
 */
export function hearsOfFile({ actorId, belongings, event, hearer }: Heard): boolean {
  const id = Number((event["attachment"] as Row)["id"]);
  if (event["op"] === "add") {
    if (hearer.userId !== actorId) return false;
    belongings.files.set(id, actorId);
  }
  return belongings.files.get(id) === hearer.userId;
}

const administrator = 200;

/** Administrators see all invitations, others their own (docs/behaviour/invitations.md#listing-invitations). */
export function hearsOfInvites({ belongings, hearer }: Heard, role: number): boolean {
  return role <= administrator || belongings.inviters.has(hearer.userId);
}
