import type { postNotice, RealmSettings } from "@team-chat/contract";
import type { z } from "zod";

import type { Newcomer } from "../../queries/accounts/newcomers.ts";
import { welcomeText } from "./welcome-text.ts";

type Notice = z.input<typeof postNotice.input>;

const signupsTopic = "signups";

interface Site {
  readonly id: number;
  readonly name: string;
  readonly settings: RealmSettings;
}

/**
 * All that is to be said when people join, in this order (docs/behaviour/users.md#arrival-of-a-user): the
 * announcements, where the organization has a channel for them; what the Welcome Bot writes to everybody; and as a
 * message of its own what the invitation or the organization has it add, unless that is blank. Each has a key.
 */
export function greeting(realm: Site, newcomers: readonly Newcomer[]): Notice[] {
  return [
    ...announcements(realm, newcomers),
    welcome(realm, newcomers),
    ...additions(realm, newcomers),
  ];
}

function announcements({ id: realmId, settings }: Site, newcomers: readonly Newcomer[]): Notice[] {
  const channelId = settings.signup_announcements_stream_id;
  if (channelId <= 0) return [];
  return newcomers.map(({ fullName, userId }) => ({
    realmId,
    to: { kind: "channel", channelId, topic: signupsTopic },
    content: `@_**${fullName}|${userId}** joined this organization.`,
    key: `signup-${userId}`,
  }));
}

function welcome({ id: realmId, name }: Site, newcomers: readonly Newcomer[]): Notice {
  return {
    realmId,
    to: { kind: "users", userIds: newcomers.map(({ userId }) => userId) },
    content: welcomeText(name),
    starred: true,
    from: "welcome-bot",
    key: "welcome",
  };
}

function additions({ id: realmId, settings }: Site, newcomers: readonly Newcomer[]): Notice[] {
  const textOf = ({ customText }: Newcomer) => customText ?? settings.welcome_message_custom_text;
  return [...Map.groupBy(newcomers, textOf)]
    .filter(([content]) => content.trim() !== "")
    .map(([content, readers]) => ({
      realmId,
      to: { kind: "users", userIds: readers.map(({ userId }) => userId) },
      content,
      from: "welcome-bot",
      key: "welcome-addition",
    }));
}
