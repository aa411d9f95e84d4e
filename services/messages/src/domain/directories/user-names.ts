import type { UserRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

interface Index {
  readonly version: number;
  readonly byName: ReadonlyMap<string, UserRecord>;
}

const indexes = new WeakMap<UserDirectory, Index>();

/**
 * Finds a user by full name, case-insensitively, active ones first; the index is made anew after users have changed,
 * when it is needed.
 */
export function findUserByName(users: UserDirectory, name: string): UserRecord | undefined {
  let index = indexes.get(users);
  if (index?.version !== users.version) {
    index = { version: users.version, byName: indexNames(users) };
    indexes.set(users, index);
  }
  return index.byName.get(name.toLowerCase());
}

function indexNames(users: UserDirectory): ReadonlyMap<string, UserRecord> {
  const byName = new Map<string, UserRecord>();
  for (const user of users.users.values()) {
    const key = user.fullName.toLowerCase();
    if (user.isActive || !byName.has(key)) byName.set(key, user);
  }
  return byName;
}
