import { realmEmojiMap, type RealmRecord, type UserRecord } from "@team-chat/contract";
import type { Linkifier, MarkdownContext } from "@team-chat/markdown";
import { hasContentAccess } from "@team-chat/policy";
import { derivedFromUsers, type UserDirectory } from "@team-chat/projection";
import type { z } from "zod";

import type { RealmView } from "./realm-view.ts";

/** Names of system groups for people. */
const systemGroupTitles: Readonly<Record<string, string>> = {
  "role:internet": "Everyone on the internet",
  "role:everyone": "Everyone",
  "role:members": "Members",
  "role:fullmembers": "Full members",
  "role:moderators": "Moderators",
  "role:administrators": "Administrators",
  "role:owners": "Owners",
  "role:nobody": "Nobody",
};

/** Looks up the names of users, groups and channels that a text of the realm's actor may name. */
export function namesFor(
  realm: RealmView,
): Pick<MarkdownContext, "findUser" | "findGroup" | "findChannel"> {
  const { users, channels } = realm;
  return {
    findUser(name, id) {
      const user = id === null ? findUserByName(users, name) : users.users.get(id);
      return user && isCalled(user, name) && realm.sees(user) ? user : null;
    },
    findGroup(name) {
      const group = users.findGroupByName(name);
      return group ? { ...group, displayName: systemGroupTitles[group.name] ?? group.name } : null;
    },
    findChannel(name) {
      const channel = channels.findByName(name);
      if (channel?.name !== name) return null;
      const knows = realm.actor.isSystemBot || hasContentAccess(realm.actor, channel, realm);
      return knows ? channel : null;
    },
  };
}

function isCalled({ fullName }: UserRecord, name: string): boolean {
  return name === "" || fullName.toLowerCase() === name.toLowerCase();
}

/** Finds a user by full name, case-insensitively, active ones first. */
function findUserByName(users: UserDirectory, name: string): UserRecord | undefined {
  return usersByName(users).get(name.toLowerCase());
}

const usersByName = derivedFromUsers((users): ReadonlyMap<string, UserRecord> => {
  const byName = new Map<string, UserRecord>();
  for (const user of users.users.values()) {
    const key = user.fullName.toLowerCase();
    if (user.isActive || !byName.has(key)) byName.set(key, user);
  }
  return byName;
});

const noLinkifiers: readonly Linkifier[] = [];

/** Returns the organization's linkifiers in the order of trying; the same list as long as the realm has not changed. */
export function linkifiersOf({ realm }: UserDirectory): readonly Linkifier[] {
  return (realm?.settings["linkifiers"] as readonly Linkifier[] | undefined) ?? noLinkifiers;
}

type RealmEmoji = z.output<typeof realmEmojiMap>[string];

const noEmoji: readonly RealmEmoji[] = [];
const known = new WeakMap<RealmRecord, readonly RealmEmoji[]>();

/** Returns the organization's own emoji, also deactivated ones; read from its record once for each version. */
export function realmEmojiOf(realm: RealmRecord | undefined): readonly RealmEmoji[] {
  if (realm === undefined) return noEmoji;
  const before = known.get(realm);
  if (before !== undefined) return before;
  const emoji = Object.values(realmEmojiMap.parse(realm.settings["emoji"] ?? {}));
  known.set(realm, emoji);
  return emoji;
}
