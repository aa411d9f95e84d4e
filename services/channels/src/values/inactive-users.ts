import type { UserDirectory } from "@team-chat/projection";

interface Remembered {
  readonly version: number;
  readonly ids: ReadonlySet<number>;
}

const known = new WeakMap<UserDirectory, Remembered>();

/**
 * Deactivated users of a directory; the same object as long as they are the same, so that what was derived from it can
 * be kept.
 */
export function inactiveUsers(users: UserDirectory): ReadonlySet<number> {
  const before = known.get(users);
  if (before?.version === users.version) return before.ids;
  const ids = new Set<number>();
  for (const user of users.users.values()) if (!user.isActive) ids.add(user.id);
  const current = {
    version: users.version,
    ids: before && same(before.ids, ids) ? before.ids : ids,
  };
  known.set(users, current);
  return current.ids;
}

function same(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
