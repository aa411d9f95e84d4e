import { roles, userSettings } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";

import { checkedFullName, isEmailAddress } from "../../policies/accounts/names.ts";
import { checkRoleChange } from "../../policies/accounts/user-update.ts";
import { checkAddressAllowed } from "../../policies/organization/domains.ts";
import { checkUnchanged } from "../../policies/scim/conditions.ts";
import {
  changedName,
  changedRole,
  firstName,
  type WantedPerson,
} from "../../policies/scim/wanted-person.ts";
import { newPersonSettings } from "../../policies/settings/own-settings.ts";
import { notFound } from "../../present/scim/answers.ts";
import {
  type Account,
  type AccountChange,
  countActiveHumans,
  findAccountByEmail,
  loadAccount,
  updateAccount,
} from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { setExternalId } from "../../queries/scim/external-ids.ts";
import { findPerson, type ScimPersonRow } from "../../queries/scim/people.ts";
import { ScimRefusal, wrong } from "../../values/scim-refusal.ts";
import { addAccount } from "../accounts/add-account.ts";
import { checkNameFree } from "../accounts/check-name-free.ts";
import { checkNotLastOwner } from "../accounts/check-not-last-owner.ts";
import { loadJoinRules } from "../accounts/load-join-rules.ts";
import { deactivateWithBots } from "../accounts/set-activity.ts";
import { writeUserUpdate } from "../accounts/write-user-update.ts";
import { reactivate } from "../authentication/reactivate.ts";
import { changeRealm } from "../change-realm.ts";
import { scimActor, type ScimRequest } from "./request.ts";

/**
 * Creates an account without a password, as an administrator would, and returns its id.
 * @throws ScimRefusal, BAD_REQUEST
 */
export async function createPerson(
  { ctx, realm }: ScimRequest,
  wanted: WantedPerson,
): Promise<ScimPersonRow> {
  const { active = true, externalId = null, userName } = wanted;
  if (userName === undefined) throw wrong("invalidValue", "A new person needs 'userName'.");
  if (!active) throw wrong("invalidValue", "A new person is active.");
  const fullName = checkedFullName(firstName(wanted, userName));
  const person = await changeRealm(ctx, realm, async ({ begin, tx }) => {
    await checkAddress(tx, realm.id, { email: userName, ownId: null });
    await checkNameFree(tx, realm.id, { userId: null, fullName });
    const settings = newPersonSettings(await loadRealm(tx, realm.id));
    const account = {
      deliveryEmail: userName,
      emailVisibility: userSettings.parse(settings).email_address_visibility,
      fullName,
      role: changedRole(wanted, null) ?? roles.member,
      isBot: false,
      botType: null,
      botOwnerId: null,
      settings,
    };
    const change = await begin({ auth: true });
    const user = await addAccount(change, { account, passwordHash: null, webhook: null });
    if (user === null) throw taken(userName);
    await setExternalId(tx, { realmId: realm.id, kind: "user", id: user.userId }, externalId);
    return loadPerson(tx, realm.id, user.userId);
  });
  await ctx.greeter.settle(realm.id);
  return person;
}

/** Makes an account what a client wants, all of it or nothing. @throws ScimRefusal, BAD_REQUEST */
export async function changePerson(
  { ctx, ifMatch, realm }: ScimRequest,
  id: number,
  wanted: WantedPerson,
): Promise<ScimPersonRow> {
  const presence = await ctx.presence.of(realm.id);
  return changeRealm(ctx, realm, async ({ begin, tx }) => {
    const before = await loadPerson(tx, realm.id, id);
    checkUnchanged(ifMatch, before.version);
    const user = await loadAccount(tx, realm.id, id);
    const differences = await differencesOf(tx, realm.id, { user, wanted });
    const { active = user.isActive, externalId = before.externalId } = wanted;
    const isRenamed = externalId !== before.externalId;
    const isActiveChanged = active !== user.isActive;
    if (isActiveChanged && !active && user.role === roles.owner)
      await checkNotLastOwner(tx, realm.id);
    const isDifferent = Object.keys(differences).length > 0;
    if (!isDifferent && !isRenamed && !isActiveChanged) return before;
    const { deliveryEmail, role } = differences;
    const auth = isActiveChanged || deliveryEmail !== undefined || role !== undefined;
    const change = await begin({ auth });
    const own = { realmId: realm.id, userId: id };
    if (isDifferent) await writeUserUpdate(change, user, { differences, profile: [] });
    if (isRenamed) {
      await updateAccount(tx, own, { change: {}, versions: change.versions });
      await setExternalId(tx, { realmId: realm.id, kind: "user", id }, externalId);
    }
    const changed = { ...user, ...differences };
    if (isActiveChanged && active) await reactivate(change, changed, presence);
    else if (isActiveChanged) await deactivateWithBots(change, changed);
    return loadPerson(tx, realm.id, id);
  });
}

interface Wanting {
  readonly user: Account;
  readonly wanted: WantedPerson;
}

async function differencesOf(
  tx: Transaction,
  realmId: number,
  { user, wanted }: Wanting,
): Promise<AccountChange> {
  const email = wanted.userName === user.deliveryEmail ? undefined : wanted.userName;
  if (email !== undefined) await checkAddress(tx, realmId, { email, ownId: user.userId });
  const role = changedRole(wanted, user.role);
  if (role !== null) await checkRole(tx, realmId, { user, role });
  const name = changedName(wanted, user.fullName);
  const fullName = name === null ? undefined : checkedFullName(name);
  if (fullName !== undefined) await checkNameFree(tx, realmId, { userId: user.userId, fullName });
  return {
    ...(email === undefined ? {} : { deliveryEmail: email, avatarVersion: user.avatarVersion + 1 }),
    ...(role === null ? {} : { role }),
    ...(fullName === undefined || fullName === user.fullName ? {} : { fullName }),
  };
}

interface Address {
  readonly email: string;
  /** Of whoever is to have it; null for a new account. */
  readonly ownId: number | null;
}

async function checkAddress(
  tx: Transaction,
  realmId: number,
  { email, ownId }: Address,
): Promise<void> {
  if (!isEmailAddress(email))
    throw wrong("invalidValue", "'userName' has to be an e-mail address.");
  const holder = await findAccountByEmail(tx, realmId, email);
  if (holder !== null && holder.userId !== ownId) throw taken(email);
  checkAddressAllowed(email, await loadJoinRules(tx, await loadRealm(tx, realmId), [email]));
}

async function checkRole(
  tx: Transaction,
  realmId: number,
  { role, user }: { readonly user: Account; readonly role: number },
): Promise<void> {
  const owners = await countActiveHumans(tx, realmId, roles.owner);
  const targetIsActiveOwner = user.role === roles.owner && user.isActive;
  checkRoleChange({ actor: scimActor, from: user.role, to: role, owners, targetIsActiveOwner });
}

async function loadPerson(tx: Transaction, realmId: number, id: number): Promise<ScimPersonRow> {
  const person = await findPerson(tx, realmId, id);
  if (person === null) throw notFound("such user");
  return person;
}

function taken(email: string): ScimRefusal {
  return new ScimRefusal(409, `The address ${email} belongs to an account already.`, "uniqueness");
}
