import type { UserDirectory } from "./user-directory.ts";

/**
 * Makes a function that answers what is derived from a directory's users, and derives it anew only after they have
 * changed. `derive` is given what it made last.
 */
export function derivedFromUsers<T>(
  derive: (users: UserDirectory, last: T | undefined) => T,
): (users: UserDirectory) => T {
  const known = new WeakMap<UserDirectory, { readonly version: number; readonly derived: T }>();
  return (users) => {
    const last = known.get(users);
    if (last?.version === users.version) return last.derived;
    const derived = derive(users, last?.derived);
    known.set(users, { version: users.version, derived });
    return derived;
  };
}
