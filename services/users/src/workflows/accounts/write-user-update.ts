import { roles } from "@team-chat/contract";

import {
  type Account,
  type AccountChange,
  updateAccount,
} from "../../queries/accounts/accounts.ts";
import type { Change } from "../change.ts";
import { emitBotUpdated } from "../events/emit-bot.ts";
import { emitBotsManaged } from "../events/emit-bots-managed.ts";
import { emitEmail } from "../events/emit-email.ts";
import { emitUserUpdated } from "../events/emit-user.ts";
import { followRole } from "../groups/memberships.ts";
import { type ProfileChange, setProfile } from "../profile-fields/set-profile.ts";
import { countAccountsAfter } from "./count-accounts.ts";

interface Update {
  /** Values that differ from those of the account. */
  readonly differences: AccountChange;
  readonly profile: readonly ProfileChange[];
}

/**
 * Writes what differs and tells those concerned; whether it may be so was checked before, but for whether the
 * organization has room for another guest or member. @throws BAD_REQUEST
 */
export async function writeUserUpdate(
  change: Change,
  user: Account,
  { differences, profile }: Update,
): Promise<void> {
  const { realmId, tx, versions } = change;
  await updateAccount(tx, { realmId, userId: user.userId }, { change: differences, versions });
  if (differences.role !== undefined) await countAfterRole(change, user, differences.role);
  await tell(change, user, differences);
  if (profile.length > 0) await setProfile(change, user, profile);
}

/** Counts again when somebody became a guest, or is none any more; bots count alike in every role. */
async function countAfterRole(change: Change, user: Account, role: number): Promise<void> {
  const changesKind = (user.role === roles.guest) !== (role === roles.guest);
  if (changesKind && user.isActive && !user.isBot)
    await countAccountsAfter(change, { came: { ...user, role } });
}

async function tell(change: Change, before: Account, differences: AccountChange): Promise<void> {
  const user: Account = { ...before, ...differences };
  if (differences.deliveryEmail !== undefined) await emitEmail(change, user);
  if (differences.role !== undefined) {
    emitUserUpdated(change, user, { role: user.role });
    await followRole(change, user);
    await emitBotsManaged(change, user, before.role);
  }
  if (differences.fullName !== undefined) {
    emitUserUpdated(change, user, { full_name: user.fullName });
    if (user.isBot) await emitBotUpdated(change, user, { full_name: user.fullName });
  }
}
