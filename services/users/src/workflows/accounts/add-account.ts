import { roles } from "@team-chat/contract";

import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { limitsGuests } from "../../policies/visibility/visibility.ts";
import { type Account, insertAccount, type NewAccount } from "../../queries/accounts/accounts.ts";
import { upsertAvatar } from "../../queries/accounts/avatars.ts";
import { insertPendingGreeting } from "../../queries/accounts/pending-greetings.ts";
import { upsertApiKey, upsertPassword } from "../../queries/authentication/credentials.ts";
import { upsertWebhook, type Webhook } from "../../queries/bots/webhooks.ts";
import { loadSystemGroupIds } from "../../queries/groups/groups.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { upsertVisibilities } from "../../queries/visibility/visibility.ts";
import { IdSet } from "../../values/id-set.ts";
import type { Change } from "../change.ts";
import { emitBotAdded } from "../events/emit-bot.ts";
import { emitUserAdded } from "../events/emit-user.ts";
import { followRole } from "../groups/memberships.ts";
import type { AvatarPicture } from "./change-avatar.ts";
import { countAccountsAfter } from "./count-accounts.ts";

interface Addition {
  readonly account: NewAccount;
  readonly passwordHash: string | null;
  /** Of an outgoing-webhook bot; its token is made here. */
  readonly webhook: Pick<Webhook, "name" | "url" | "interface"> | null;
  /** Without one, it is made from the address. */
  readonly picture?: AvatarPicture | null;
  /** Text that the Welcome Bot adds to its greeting of a person; without it, the organization's text. */
  readonly welcomeText?: string | null;
}

/**
 * Creates an account with its key and its place in the system groups, and tells those concerned; null when the address
 * is taken. People are to be greeted (`Greeter`) once it is committed. @throws BAD_REQUEST when there are too many
 */
export async function addAccount(change: Change, addition: Addition): Promise<Account | null> {
  const { tx, realmId, versions } = change;
  const { picture = null } = addition;
  const avatar = picture === null ? {} : { avatarSource: "U", avatarSecret: picture.secret };
  const account = { ...addition.account, ...avatar };
  const user = await insertAccount(tx, realmId, { account, versions });
  if (user === null) return null;
  await countAccountsAfter(change, { came: user });
  const ref = { realmId, userId: user.userId };
  if (picture !== null) await upsertAvatar(tx, ref, picture);
  await giveNewKey(change, user.userId);
  if (addition.passwordHash !== null) await upsertPassword(tx, ref, addition.passwordHash);
  if (addition.webhook !== null)
    await upsertWebhook(tx, realmId, { ...addition.webhook, userId: user.userId, token: newKey() });
  if (user.role === roles.guest) await beginVisibility(change, user);
  await emitUserAdded(change, user);
  await followRole(change, user);
  if (user.isBot) await emitBotAdded(change, user);
  else
    await insertPendingGreeting(tx, realmId, { ...ref, customText: addition.welcomeText ?? null });
  return user;
}

/** Begins the visibility of a limited guest, who was never told of anybody. */
async function beginVisibility({ tx, realmId, versions }: Change, guest: Account): Promise<void> {
  const realm = await loadRealm(tx, realmId);
  if (!limitsGuests(realm, await loadSystemGroupIds(tx, realmId))) return;
  const nobody = IdSet.of([]);
  const visibility = { guestId: guest.userId, limited: true, seen: nobody, acquainted: nobody };
  await upsertVisibilities(tx, realmId, { visibilities: [visibility], version: versions.version });
}

/** Replaces the account's key by a new one and returns it; the caller stamps the account. */
export async function giveNewKey({ tx, realmId }: Change, userId: number): Promise<string> {
  const key = newKey();
  await upsertApiKey(tx, { realmId, userId }, { key, hash: keyHash(key) });
  return key;
}
