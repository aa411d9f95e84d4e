import type { Account } from "../../queries/accounts/accounts.ts";
import type { Group, SystemGroupIds } from "../../queries/groups/groups.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import type { GuestVisibility, GuestVisibilities } from "../../values/visibility.ts";

/**
 * An organization with everybody and all groups in it as of one version; what did not change is the same object in the
 * next one.
 */
export interface RealmView {
  readonly version: number;
  readonly realm: RealmRow;
  readonly accounts: ReadonlyMap<number, Account>;
  /** Accounts ordered by id. */
  readonly sorted: readonly Account[];
  /** Also the deactivated ones, by id. */
  readonly groups: readonly Group[];
  readonly systemGroups: SystemGroupIds;
  /** Users whom each guest was told to see; empty where that was never limited. */
  readonly visibilities: GuestVisibilities;
}

interface Delta {
  readonly version: number;
  readonly realm: RealmRow;
  readonly changed: readonly Account[];
  readonly changedGroups: readonly Group[];
  readonly changedVisibilities: readonly GuestVisibility[];
}

/** Returns the view with what changed since put in. */
export function advanced(before: RealmView | undefined, delta: Delta): RealmView {
  const { version, realm, changed } = delta;
  const groups = advancedGroups(before?.groups ?? [], delta.changedGroups);
  const systemGroups = systemGroupIds(groups);
  const visibilities = advancedVisibilities(
    before?.visibilities ?? new Map(),
    delta.changedVisibilities,
  );
  if (before !== undefined && changed.length === 0)
    return { ...before, version, realm, groups, systemGroups, visibilities };
  const accounts = new Map(before?.accounts);
  for (const account of changed) accounts.set(account.userId, account);
  const sorted = [...accounts.values()].toSorted((a, b) => a.userId - b.userId);
  return { version, realm, accounts, sorted, groups, systemGroups, visibilities };
}

function advancedVisibilities(
  before: GuestVisibilities,
  changed: readonly GuestVisibility[],
): GuestVisibilities {
  if (changed.length === 0) return before;
  const visibilities = new Map(before);
  for (const visibility of changed) visibilities.set(visibility.guestId, visibility);
  return visibilities;
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
