import type { GroupRecord, UserRecord } from "@team-chat/contract";
import { UserDirectory } from "@team-chat/projection";

import type { AnnouncedChanges } from "./changes.ts";

/** Fields of a user that decide which channels the user sees. */
type AnnouncedUser = Pick<UserRecord, "role" | "isActive">;
type AnnouncedGroup = Pick<GroupRecord, "members" | "subgroups">;

/** Users and groups that are not as clients were told of channels by. */
export interface UserDifferences {
  readonly users: readonly UserRecord[];
  readonly groups: readonly GroupRecord[];
}

/** Users and groups as of the last time that clients were told who sees which channels. */
export class AnnouncedUsers {
  /** Of the users service; 0 when nobody was told of anything yet. */
  version = 0;
  readonly users = new Map<number, AnnouncedUser>();
  readonly #groups = new Map<number, AnnouncedGroup>();
  #compared: { users: UserDirectory; at: number; found: UserDifferences } | undefined;

  apply(changes: AnnouncedChanges): void {
    for (const [id, role, active] of changes.users)
      this.users.set(id, { role, isActive: active === 1 });
    for (const [id, members, subgroups] of changes.groups)
      this.#groups.set(id, { members, subgroups });
    if (changes.version !== this.version) this.#compared = undefined;
    this.version = changes.version;
  }

  /** Finds the differences between the directory and what clients were last told by; kept until either side changes. */
  differences(users: UserDirectory): UserDifferences {
    const known = this.#compared;
    if (known?.users === users && known.at === users.version) return known.found;
    const found = {
      users: [...users.users.values()].filter((user) => !this.#isAnnounced(user)),
      groups: [...users.groups.values()].filter((group) => !this.#isAnnouncedGroup(group)),
    };
    this.#compared = { users, at: users.version, found };
    return found;
  }

  /** Tells whether clients have to be told of the directory. */
  isBehind(users: UserDirectory): boolean {
    if (this.version >= users.version) return false;
    const found = this.differences(users);
    return this.version === 0 || found.users.length > 0 || found.groups.length > 0;
  }

  /** Returns the directory as it was then; users and groups that were not there yet are left out. */
  asOfThen(now: UserDirectory): UserDirectory {
    const then = new UserDirectory();
    then.apply({
      version: this.version,
      realm: now.realm ?? null,
      users: [...now.users.values()].flatMap((user) => {
        const announced = this.users.get(user.id);
        return announced ? [{ ...user, ...announced }] : [];
      }),
      groups: [...now.groups.values()].flatMap((group) => {
        const announced = this.#groups.get(group.id);
        return announced ? [{ ...group, ...announced }] : [];
      }),
    });
    return then;
  }

  #isAnnounced({ id, isActive, role }: UserRecord): boolean {
    const announced = this.users.get(id);
    return announced?.role === role && announced.isActive === isActive;
  }

  #isAnnouncedGroup({ id, members, subgroups }: GroupRecord): boolean {
    const announced = this.#groups.get(id);
    return (
      announced !== undefined &&
      same(announced.members, members) &&
      same(announced.subgroups, subgroups)
    );
  }
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}
