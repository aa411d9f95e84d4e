import type { MailReason, UserSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

const keptMs = 90 * 24 * 3600 * 1000;

/** Settings that end e-mail of a kind; a channel's own setting is kept with the subscription. */
const endings: Readonly<Record<Exclude<MailReason, "channel">, Partial<UserSettings>>> = {
  personal: { enable_offline_email_notifications: false },
  followed_topics: { enable_followed_topic_email_notifications: false },
  channels: { enable_stream_email_notifications: false },
};

/** Returns the settings with which nobody gets e-mail for these reasons. */
export function settingsEnding(reasons: readonly MailReason[]): Partial<UserSettings> {
  return Object.assign(
    {},
    ...reasons.map((reason) => (reason === "channel" ? {} : endings[reason])),
  ) as Partial<UserSettings>;
}

/** Tells whether subjects name the organization (docs/behaviour/mail.md#missed-messages). */
export function namesRealm(
  { realm_name_in_email_notifications_policy: policy }: UserSettings,
  organizations: number,
): boolean {
  return policy === 1 ? organizations > 1 : policy === 2;
}

/** Returns when a link that ends e-mail stops working, and until when it is known what was mailed. */
export function unsubscriptionExpiry(nowMs: number): Date {
  return new Date(nowMs + keptMs);
}

/** Returns since when it has to be known what was mailed. */
export function missedMailKeptSince(nowMs: number): Date {
  return new Date(nowMs - keptMs);
}

/** @throws BAD_REQUEST when the link is nobody's */
export function checkedUnsubscription<T>(found: T | null): T {
  if (found === null)
    throw new AppError(
      "BAD_REQUEST",
      "This link does not work any more. Log in to change what you get e-mail about.",
    );
  return found;
}
