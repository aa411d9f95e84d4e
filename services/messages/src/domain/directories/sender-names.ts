import type { UserRecord } from "@team-chat/contract";
import type { MarkdownContext } from "@team-chat/markdown";
import { hasContentAccess } from "@team-chat/policy";

import type { RealmView } from "./realm-view.ts";
import { findUserByName } from "./user-names.ts";

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
