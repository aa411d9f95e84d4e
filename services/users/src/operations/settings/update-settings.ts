import type { InputOf, updateSettings as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { RealmPresence } from "../../domain/presence/realm-presence.ts";
import { checkedFullName } from "../../policies/accounts/names.ts";
import { takesPasswords } from "../../policies/authentication/methods.ts";
import { newOwnPasswordHash } from "../../policies/authentication/own-password.ts";
import { changedSettings, mayRename, settingsOf } from "../../policies/settings/own-settings.ts";
import { type Account, loadAccount, updateAccount } from "../../queries/accounts/accounts.ts";
import { findPasswordHash, upsertPassword } from "../../queries/authentication/credentials.ts";
import { deleteResets } from "../../queries/authentication/password-resets.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { checkNameFree } from "../../workflows/accounts/check-name-free.ts";
import { checkOwnEmail } from "../../workflows/accounts/check-own-email.ts";
import { requestEmailChange } from "../../workflows/accounts/request-email-change.ts";
import { endSessions } from "../../workflows/authentication/end-sessions.ts";
import { hasDirectoryPassword } from "../../workflows/authentication/has-directory-password.ts";
import { changeRealm, type Prospect } from "../../workflows/change-realm.ts";
import type { Change } from "../../workflows/change.ts";
import { emitUserUpdated } from "../../workflows/events/emit-user.ts";
import { announcePresence, seenWhenSharing } from "../../workflows/presence/announce-presence.ts";
import { setSettings } from "../../workflows/settings/set-settings.ts";

type Input = InputOf<typeof contract>;

/** Changes what of the caller's own account the caller decides; checks everything before it writes anything. */
export async function updateSettings(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<Record<string, never>> {
  const passwordHash = await wantedPassword(ctx, caller, input);
  const presence = await ctx.presence.of(caller.realm.id);
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const own = await loadAccount(prospect.tx, caller.realm.id, caller.userId);
    const asked = { realmId: caller.realm.id, own, input };
    const email = await wantedEmail(prospect, asked);
    const fullName = await wantedName(prospect, asked);
    const settings = changedSettings(settingsOf(own), input);
    const timezone = input.timezone === own.timezone ? undefined : input.timezone;
    const differs = timezone !== undefined || Object.keys(settings).length > 0;
    if (email !== null) {
      const { sites } = ctx;
      await requestEmailChange(prospect.tx, { ...email, own, sites });
    }
    if (passwordHash === null && fullName === null && !differs) return;
    const change = await prospect.begin({ auth: passwordHash !== null });
    const ref = { realmId: change.realmId, userId: own.userId };
    if (passwordHash !== null) {
      await upsertPassword(change.tx, ref, passwordHash);
      await deleteResets(change.tx, ref);
      await endSessions(change, own.userId, caller.sessionId);
    }
    if (fullName !== null) await rename(change, own, fullName);
    if (differs) await setSettings(change, own, { settings, timezone });
    await sharePresence(change, presence, { own, isShared: settings.presence_enabled });
  });
  return {};
}

async function wantedPassword(ctx: Context, caller: Caller, input: Input): Promise<string | null> {
  if (input.new_password === undefined) return null;
  const ref = { realmId: caller.realm.id, userId: caller.userId };
  const realm = await loadRealm(ctx.db, ref.realmId);
  if (await hasDirectoryPassword(ctx.db, realm, ref.userId))
    throw new AppError("BAD_REQUEST", "Your password is that of your organization's directory.");
  return newOwnPasswordHash({
    stored: await findPasswordHash(ctx.db, ref),
    given: input.old_password,
    wanted: input.new_password,
    enabled: takesPasswords(completeSettings(realm.settings)),
  });
}

interface Asked {
  readonly realmId: number;
  readonly own: Account;
  readonly input: Input;
}

/** Returns the wanted address; null when it stays. */
async function wantedEmail({ tx }: Prospect, { realmId, own, input }: Asked) {
  const email = input.email?.trim();
  if (email === undefined || email === own.deliveryEmail) return null;
  return { email, realm: await checkOwnEmail(tx, { realmId, own, email }) };
}

/**
 * Returns the wanted name; null when it stays: also where the organization keeps users from renaming themselves, which
 * is not refused.
 */
async function wantedName(
  { tx }: Prospect,
  { realmId, own, input }: Asked,
): Promise<string | null> {
  const given = input.full_name?.trim() ?? "";
  if (given === "" || given === own.fullName) return null;
  const realm = await loadRealm(tx, realmId);
  if (!mayRename(own, completeSettings(realm.settings))) return null;
  const fullName = checkedFullName(given);
  await checkNameFree(tx, realmId, { userId: own.userId, fullName });
  return fullName;
}

async function rename(change: Change, own: Account, fullName: string): Promise<void> {
  const ref = { realmId: change.realmId, userId: own.userId };
  await updateAccount(change.tx, ref, { change: { fullName }, versions: change.versions });
  emitUserUpdated(change, own, { full_name: fullName });
}

interface Sharing {
  readonly own: Account;
  /** Undefined when it stays as it is. */
  readonly isShared: boolean | undefined;
}

async function sharePresence(
  change: Change,
  presence: RealmPresence,
  { own, isShared }: Sharing,
): Promise<void> {
  if (isShared === undefined) return;
  const seen = seenWhenSharing(isShared, change.nowMs);
  presence.replace(own.userId, seen);
  await announcePresence(change, { user: own, seen, backwards: !isShared });
}
