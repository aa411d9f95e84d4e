import type { Account } from "../queries/accounts.ts";
import type { Group, SystemGroupIds } from "../queries/groups.ts";
import type { RealmRow } from "../queries/realms.ts";
import type { Sight, Sights } from "../sight/sight.ts";

/** An organization with everybody and all groups in it as of one version; what did not change is the same object in the next one. */
export interface RealmView {
  readonly version: number;
  readonly realm: RealmRow;
  readonly accounts: ReadonlyMap<number, Account>;
  /** The same, by id. */
  readonly sorted: readonly Account[];
  /** Also the deactivated ones, by id. */
  readonly groups: readonly Group[];
  readonly systemGroups: SystemGroupIds;
  /** Whom guests were told that they see, by guest; none where that was never limited. */
  readonly sights: Sights;
}

interface Delta {
  readonly version: number;
  readonly realm: RealmRow;
  readonly changed: readonly Account[];
  readonly changedGroups: readonly Group[];
  readonly changedSights: readonly Sight[];
}

/** The view with what changed since put in. */
export function advanced(before: RealmView | undefined, delta: Delta): RealmView {
  const { version, realm, changed } = delta;
  const groups = advancedGroups(before?.groups ?? [], delta.changedGroups);
  const systemGroups = systemGroupIds(groups);
  const sights = advancedSights(before?.sights ?? new Map(), delta.changedSights);
  if (before !== undefined && changed.length === 0)
    return { ...before, version, realm, groups, systemGroups, sights };
  const accounts = new Map(before?.accounts);
  for (const account of changed) accounts.set(account.userId, account);
  const sorted = [...accounts.values()].toSorted((a, b) => a.userId - b.userId);
  return { version, realm, accounts, sorted, groups, systemGroups, sights };
}

function advancedSights(before: Sights, changed: readonly Sight[]): Sights {
  if (changed.length === 0) return before;
  const sights = new Map(before);
  for (const sight of changed) sights.set(sight.guestId, sight);
  return sights;
}

function advancedGroups(before: readonly Group[], changed: readonly Group[]): readonly Group[] {
  if (changed.length === 0) return before;
  const groups = new Map(before.map((group) => [group.id, group]));
  for (const group of changed) groups.set(group.id, group);
  return [...groups.values()].toSorted((a, b) => a.id - b.id);
}

function systemGroupIds(groups: readonly Group[]): SystemGroupIds {
  const named = groups.filter(({ isSystem }) => isSystem).map(({ name, id }) => [name, id]);
  return Object.fromEntries(named) as SystemGroupIds;
}
