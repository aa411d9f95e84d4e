import type { GroupRecord, RealmRecord, UserRecord, UsersState } from "@team-chat/contract";

/**
 * A realm's users and groups in memory, with the look-ups that deciding needs. Names and e-mails compare
 * case-insensitively.
 */
export class UserDirectory {
  version = 0;
  realm: RealmRecord | undefined;
  readonly users = new Map<number, UserRecord>();
  readonly groups = new Map<number, GroupRecord>();
  readonly #byEmail = new Map<string, UserRecord>();
  readonly #groupsByName = new Map<string, GroupRecord>();
  /** Members of a group through all its subgroups, computed when first asked for. */
  readonly #allMembers = new Map<number, ReadonlySet<number>>();

  /** Memory that it takes, roughly: as measured with many users and none. */
  get bytes(): number {
    let members = 0;
    for (const group of this.groups.values()) members += group.members.length;
    return 2000 + 700 * this.users.size + 500 * this.groups.size + 16 * members;
  }

  apply(delta: UsersState): void {
    if (delta.realm) this.realm = delta.realm;
    for (const user of delta.users) {
      const before = this.users.get(user.id);
      if (before) this.#byEmail.delete(before.email.toLowerCase());
      this.users.set(user.id, user);
    }
    for (const user of delta.users) this.#byEmail.set(user.email.toLowerCase(), user);
    for (const group of delta.groups) {
      const before = this.groups.get(group.id);
      if (before) this.#groupsByName.delete(before.name.toLowerCase());
      this.groups.set(group.id, group);
      this.#groupsByName.set(group.name.toLowerCase(), group);
    }
    if (delta.groups.length > 0) this.#allMembers.clear();
    this.version = delta.version;
  }

  findByEmail(apiEmail: string): UserRecord | undefined {
    return this.#byEmail.get(apiEmail.toLowerCase());
  }

  findGroupByName(name: string): GroupRecord | undefined {
    return this.#groupsByName.get(name.toLowerCase());
  }

  /** Members of a group and of all groups below it; empty for a group that does not exist. */
  membersOf(groupId: number): ReadonlySet<number> {
    const known = this.#allMembers.get(groupId);
    if (known) return known;
    const members = new Set<number>();
    const seen = new Set<number>();
    const pending = [groupId];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const group = this.groups.get(id);
      for (const member of group?.members ?? []) members.add(member);
      pending.push(...(group?.subgroups ?? []));
    }
    this.#allMembers.set(groupId, members);
    return members;
  }
}

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
