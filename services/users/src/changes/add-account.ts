import { roles } from "@team-chat/contract";

import { keyHash, newKey } from "../policies/api-keys.ts";
import { limitsGuests } from "../policies/sight.ts";
import { type Account, insertAccount, type NewAccount } from "../queries/accounts.ts";
import { upsertAvatar } from "../queries/avatars.ts";
import { upsertApiKey, upsertPassword } from "../queries/credentials.ts";
import { loadSystemGroupIds } from "../queries/groups.ts";
import { insertNewcomer } from "../queries/newcomers.ts";
import { loadRealm } from "../queries/realms.ts";
import { upsertSights } from "../queries/sights.ts";
import { upsertWebhook, type Webhook } from "../queries/webhooks.ts";
import { IdSet } from "../sight/id-set.ts";
import type { AvatarPicture } from "./change-avatar.ts";
import type { Change } from "./change.ts";
import { emitBotAdded } from "./emit-bot.ts";
import { emitUserAdded } from "./emit-user.ts";
import { followRole } from "./memberships.ts";

interface Addition {
  readonly account: NewAccount;
  readonly passwordHash: string | null;
  /** Of an outgoing-webhook bot; its token is made here. */
  readonly webhook: Pick<Webhook, "name" | "url" | "interface"> | null;
  /** Without one, it is made from the address. */
  readonly picture?: AvatarPicture | null;
  /** What the Welcome Bot adds to its greeting of a person; without it, the organization's text. */
  readonly welcomeText?: string | null;
}

/**
 * Creates an account with its key and its place in the system groups, and tells those concerned; null when the address is taken. People are to be greeted
 * (`Greeter`) once it is committed.
 */
export async function addAccount(change: Change, addition: Addition): Promise<Account | null> {
  const { tx, realmId, versions } = change;
  const { picture = null } = addition;
  const avatar = picture === null ? {} : { avatarSource: "U", avatarSecret: picture.secret };
  const account = { ...addition.account, ...avatar };
  const user = await insertAccount(tx, realmId, { account, versions });
  if (user === null) return null;
  const ref = { realmId, userId: user.userId };
  if (picture !== null) await upsertAvatar(tx, ref, picture);
  await giveNewKey(change, user.userId);
  if (addition.passwordHash !== null) await upsertPassword(tx, ref, addition.passwordHash);
  if (addition.webhook !== null)
    await upsertWebhook(tx, realmId, { ...addition.webhook, userId: user.userId, token: newKey() });
  if (user.role === roles.guest) await beginSight(change, user);
  await emitUserAdded(change, user);
  await followRole(change, user);
  if (user.isBot) await emitBotAdded(change, user);
  else await insertNewcomer(tx, realmId, { ...ref, customText: addition.welcomeText ?? null });
  return user;
}

/** Whoever begins as a limited guest was never told of anybody. */
async function beginSight({ tx, realmId, versions }: Change, guest: Account): Promise<void> {
  const realm = await loadRealm(tx, realmId);
  if (!limitsGuests(realm, await loadSystemGroupIds(tx, realmId))) return;
  const nobody = IdSet.of([]);
  const sight = { guestId: guest.userId, limited: true, seen: nobody, acquainted: nobody };
  await upsertSights(tx, realmId, { sights: [sight], version: versions.version });
}

/** Replaces the account's key by a new one and returns it; the caller stamps the account. */
export async function giveNewKey({ tx, realmId }: Change, userId: number): Promise<string> {
  const key = newKey();
  await upsertApiKey(tx, { realmId, userId }, { key, hash: keyHash(key) });
  return key;
}
