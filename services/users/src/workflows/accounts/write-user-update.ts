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

interface Update {
  /** Values that differ from those of the account. */
  readonly differences: AccountChange;
  readonly profile: readonly ProfileChange[];
}

/** Writes what differs and tells those concerned; whether it may be so was checked before. */
export async function writeUserUpdate(
  change: Change,
  user: Account,
  { differences, profile }: Update,
): Promise<void> {
  const { realmId, tx, versions } = change;
  await updateAccount(tx, { realmId, userId: user.userId }, { change: differences, versions });
  await tell(change, user, differences);
  if (profile.length > 0) await setProfile(change, user, profile);
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
