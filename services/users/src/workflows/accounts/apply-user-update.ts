import { roles, type updateUser as contract, type InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { checkedFullName } from "../../policies/accounts/names.ts";
import { checkMayAdminister } from "../../policies/accounts/targets.ts";
import { checkEmailChange, checkRoleChange } from "../../policies/accounts/user-update.ts";
import { checkNotBlocked } from "../../policies/organization/block-list.ts";
import {
  type Account,
  type AccountChange,
  countActiveHumans,
  findAccountByEmail,
} from "../../queries/accounts/accounts.ts";
import type { Prospect } from "../change-realm.ts";
import { checkNameFree } from "./check-name-free.ts";
import { loadBlocked } from "./load-join-rules.ts";
import { planProfile } from "./plan-profile.ts";
import { writeUserUpdate } from "./write-user-update.ts";

type Wanted = Pick<InputOf<typeof contract>, "full_name" | "role" | "profile_data" | "new_email">;

interface Update {
  readonly realmId: number;
  readonly actor: Account;
  readonly user: Account;
  readonly wanted: Wanted;
}

/**
 * Checks everything first, then writes and tells what differs (docs/behaviour/users.md#changing-users).
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export async function applyUserUpdate(prospect: Prospect, update: Update): Promise<void> {
  const { actor, user, wanted, realmId } = update;
  checkMayAdminister(actor, user);
  const email = await newEmail(prospect, update);
  const role = await newRole(prospect, update);
  const fullName = await newName(prospect, update);
  const given = wanted.profile_data ?? [];
  const profile = await planProfile(prospect.tx, { realmId, user, given });
  const differences: AccountChange = {
    ...(email === undefined ? {} : { deliveryEmail: email, avatarVersion: user.avatarVersion + 1 }),
    ...(role === undefined ? {} : { role }),
    ...(fullName === undefined ? {} : { fullName }),
  };
  if (Object.keys(differences).length === 0 && profile.length === 0) return;
  const change = await prospect.begin({ auth: email !== undefined || role !== undefined });
  await writeUserUpdate(change, user, { differences, profile });
}

async function newEmail({ tx }: Prospect, { realmId, actor, user, wanted }: Update) {
  const email = wanted.new_email?.trim();
  if (email === undefined || email === user.deliveryEmail) return undefined;
  checkEmailChange(actor, email);
  checkNotBlocked(email, await loadBlocked(tx, realmId, [email]));
  const holder = await findAccountByEmail(tx, realmId, email);
  if (holder !== null && holder.userId !== user.userId)
    throw new AppError("BAD_REQUEST", "New email value error: Email is already in use.");
  return email;
}

async function newRole({ tx }: Prospect, { realmId, actor, user, wanted }: Update) {
  const { role } = wanted;
  if (role === undefined || role === user.role) return undefined;
  const targetIsActiveOwner = user.role === roles.owner && user.isActive && !user.isBot;
  const owners = await countActiveHumans(tx, realmId, roles.owner);
  checkRoleChange({ actor, from: user.role, to: role, owners, targetIsActiveOwner });
  return role;
}

async function newName({ tx }: Prospect, { realmId, user, wanted }: Update) {
  if (wanted.full_name === undefined || wanted.full_name.trim() === "") return undefined;
  const fullName = checkedFullName(wanted.full_name);
  if (fullName === user.fullName) return undefined;
  await checkNameFree(tx, realmId, { userId: user.userId, fullName });
  return fullName;
}
