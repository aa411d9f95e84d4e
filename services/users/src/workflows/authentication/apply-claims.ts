import { type ClaimMapping, roles } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";

import type { ProviderClaims } from "../../domain/sign-in/openid-connect.ts";
import { claimedValue } from "../../policies/profile-fields/claimed-value.ts";
import { type Account, countActiveHumans } from "../../queries/accounts/accounts.ts";
import {
  deleteMemberships,
  insertMemberships,
  listGroupIdsOf,
  listGroupsNamed,
} from "../../queries/groups/groups.ts";
import { listFieldRows } from "../../queries/profile-fields/profile-fields.ts";
import { mappedGroups, mappedProfile, mappedRole } from "../../values/claim-mapping.ts";
import { writeUserUpdate } from "../accounts/write-user-update.ts";
import type { Change } from "../change.ts";
import { emitMembers } from "../groups/memberships.ts";
import type { ProfileChange } from "../profile-fields/set-profile.ts";

interface Telling {
  readonly realmId: number;
  readonly account: Account;
  readonly claims: ProviderClaims;
  readonly mapping: ClaimMapping;
}

/** Means of a sign-in to look things up and to change them, in one transaction. */
export interface Steps {
  readonly tx: Transaction;
  /** Begins to change the organization, or goes on with it. */
  readonly change: () => Promise<Change>;
  readonly log: Logger;
}

/**
 * Gives an account the role, the user groups and the profile that its provider tells; what the organization does not
 * take stays as it is (docs/behaviour/single-sign-on.md#what-providers-tell).
 */
export async function applyClaims(steps: Steps, telling: Telling): Promise<Account> {
  const { account } = telling;
  const role = await newRole(steps, telling);
  const profile = await newProfile(steps, telling);
  const differences = role === null ? {} : { role };
  if (role !== null || profile.length > 0)
    await writeUserUpdate(await steps.change(), account, { differences, profile });
  await setGroups(steps, telling);
  return { ...account, ...differences };
}

/** Returns the role when it is another one; the only owner keeps theirs. */
async function newRole(
  { log, tx }: Steps,
  { account, claims, mapping, realmId }: Telling,
): Promise<number | null> {
  const role = mappedRole(mapping, claims);
  if (role === null || role === account.role) return null;
  if (account.role !== roles.owner) return role;
  if ((await countActiveHumans(tx, realmId, roles.owner)) > 1) return role;
  log.warn({ realmId, userId: account.userId }, "the only owner keeps the role, whatever is told");
  return null;
}

async function newProfile(
  { log, tx }: Steps,
  { account, claims, mapping, realmId }: Telling,
): Promise<readonly ProfileChange[]> {
  const claimed = mappedProfile(mapping, claims);
  if (claimed.size === 0) return [];
  const changes: ProfileChange[] = [];
  for (const field of await listFieldRows(tx, realmId)) {
    const text = claimed.get(field.name);
    if (text === undefined) continue;
    const value = claimedValue(field, text);
    if (value === undefined)
      log.warn({ realmId, fieldId: field.id }, "a profile field does not take what is told");
    else if (value !== (account.profileData[String(field.id)]?.value ?? null))
      changes.push({ field, value });
  }
  return changes;
}

/** Puts the user into those of the groups that the provider decides about, and out of the others of them. */
async function setGroups(
  { change, tx }: Steps,
  { account, claims, mapping, realmId }: Telling,
): Promise<void> {
  const { decided, wanted } = mappedGroups(mapping, claims);
  if (decided.length === 0) return;
  const { userId } = account;
  const groups = await listGroupsNamed(tx, realmId, decided);
  const present = new Set(await listGroupIdsOf(tx, realmId, userId));
  const idsOf = (some: typeof groups) => some.map(({ id }) => id);
  const gained = idsOf(groups.filter(({ id, name }) => wanted.has(name) && !present.has(id)));
  const lost = idsOf(groups.filter(({ id, name }) => !wanted.has(name) && present.has(id)));
  if (gained.length + lost.length === 0) return;
  const begun = await change();
  const common = { realmId, userId, version: begun.versions.version };
  await deleteMemberships(tx, { ...common, groupIds: lost });
  await insertMemberships(tx, { ...common, groupIds: gained });
  emitMembers(begun, { op: "remove_members", userId, groupIds: lost });
  emitMembers(begun, { op: "add_members", userId, groupIds: gained });
}
