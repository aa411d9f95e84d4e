import type { UserRecord } from "@team-chat/contract";
import type { Names } from "@team-chat/markdown";
import { type Directories, hasContentAccess } from "@team-chat/policy";

import type { RealmChannels } from "./realm-channels.ts";
import { findUserByName } from "./user-names.ts";

/** How system groups are called where people read them. */
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

/** What the names in a sender's message mean. */
export function namesFor(
  sender: UserRecord,
  directories: Directories & { readonly channels: RealmChannels },
): Names {
  const { users, channels } = directories;
  return {
    findUser(name, id) {
      if (id === null) return findUserByName(users, name) ?? null;
      const user = users.users.get(id);
      const same = user?.fullName.toLowerCase() === name.toLowerCase() || name === "";
      return user && same ? user : null;
    },
    findGroup(name) {
      const group = users.findGroupByName(name);
      return group ? { ...group, displayName: systemGroupTitles[group.name] ?? group.name } : null;
    },
    findChannel(name) {
      const channel = channels.findByName(name);
      if (channel?.name !== name) return null;
      const knows = sender.isSystemBot || hasContentAccess(sender, channel, directories);
      return knows ? channel : null;
    },
  };
}
