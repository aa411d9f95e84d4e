import { derivedFromUsers, type UserDirectory } from "@team-chat/projection";
import { z } from "zod";

const mutedUsers = z.array(z.int()).catch([]);
const nobody: readonly number[] = [];

/** Lists the users whom the user has muted. */
export function mutedBy(userId: number, users: UserDirectory): readonly number[] {
  return mutedUsers.parse(users.users.get(userId)?.settings["muted_users"]);
}

/** Lists users who have muted the user. */
export function mutersOf(userId: number, users: UserDirectory): readonly number[] {
  return mutersByUser(users).get(userId) ?? nobody;
}

const mutersByUser = derivedFromUsers((users): ReadonlyMap<number, readonly number[]> => {
  const muters = new Map<number, number[]>();
  for (const id of users.users.keys())
    for (const muted of mutedBy(id, users)) {
      const known = muters.get(muted);
      if (known) known.push(id);
      else muters.set(muted, [id]);
    }
  return muters;
});
