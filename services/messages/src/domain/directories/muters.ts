import type { UserDirectory } from "@team-chat/projection";
import { z } from "zod";

interface Index {
  readonly version: number;
  readonly muters: ReadonlyMap<number, readonly number[]>;
}

const mutedUsers = z.array(z.int()).catch([]);
const indexes = new WeakMap<UserDirectory, Index>();
const nobody: readonly number[] = [];

/** Lists the users whom the user has muted. */
export function mutedBy(userId: number, users: UserDirectory): readonly number[] {
  return mutedUsers.parse(users.users.get(userId)?.settings["muted_users"]);
}

/** Lists users who have muted the user; the index is made anew after users have changed, when it is needed. */
export function mutersOf(userId: number, users: UserDirectory): readonly number[] {
  let index = indexes.get(users);
  if (index?.version !== users.version) {
    index = { version: users.version, muters: indexMuters(users) };
    indexes.set(users, index);
  }
  return index.muters.get(userId) ?? nobody;
}

function indexMuters(users: UserDirectory): ReadonlyMap<number, readonly number[]> {
  const muters = new Map<number, number[]>();
  for (const id of users.users.keys())
    for (const muted of mutedBy(id, users)) {
      const known = muters.get(muted);
      if (known) known.push(id);
      else muters.set(muted, [id]);
    }
  return muters;
}
