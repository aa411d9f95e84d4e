import type { postNotice, RealmSettings } from "@team-chat/contract";
import type { z } from "zod";

import type { PendingGreeting } from "../../queries/accounts/pending-greetings.ts";
import { welcomeText } from "./welcome-text.ts";

type Notice = z.input<typeof postNotice.input>;

const signupsTopic = "signups";

interface Site {
  readonly id: number;
  readonly name: string;
  readonly settings: RealmSettings;
}

/**
 * Writes all that is to be said when people join, in this order (docs/behaviour/users.md#arrival-of-a-user): the
 * announcements, where the organization has a channel for them; what the Welcome Bot writes to everybody; and as a
 * message of its own what the invitation or the organization has it add, unless that is blank. Each has a key.
 */
export function greeting(realm: Site, people: readonly PendingGreeting[]): Notice[] {
  return [...announcements(realm, people), welcome(realm, people), ...additions(realm, people)];
}

function announcements(
  { id: realmId, settings }: Site,
  people: readonly PendingGreeting[],
): Notice[] {
  const channelId = settings.signup_announcements_stream_id;
  if (channelId <= 0) return [];
  return people.map(({ fullName, userId }) => ({
    realmId,
    to: { kind: "channel", channelId, topic: signupsTopic },
    content: `@_**${fullName}|${userId}** joined this organization.`,
    key: `signup-${userId}`,
  }));
}

function welcome({ id: realmId, name }: Site, people: readonly PendingGreeting[]): Notice {
  return {
    realmId,
    to: { kind: "users", userIds: people.map(({ userId }) => userId) },
    content: welcomeText(name),
    starred: true,
    from: "welcome-bot",
    key: "welcome",
  };
}

function additions({ id: realmId, settings }: Site, people: readonly PendingGreeting[]): Notice[] {
  const textOf = ({ customText }: PendingGreeting) =>
    customText ?? settings.welcome_message_custom_text;
  return [...Map.groupBy(people, textOf)]
    .filter(([content]) => content.trim() !== "")
    .map(([content, readers]) => ({
      realmId,
      to: { kind: "users", userIds: readers.map(({ userId }) => userId) },
      content,
      from: "welcome-bot",
      key: "welcome-addition",
    }));
}
