import type { createApiKey as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { checkedLimits, checkKeyCount } from "../../policies/authentication/named-keys.ts";
import { presentApiKey } from "../../present/api-key.ts";
import { letterHead } from "../../present/letter-head.ts";
import { newApiKeyLetter } from "../../present/letters.ts";
import { type Account, loadAccount } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import { countNamedKeys, insertNamedKey } from "../../queries/authentication/named-keys.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { loadKeyHolder } from "../../workflows/api-keys/load-key-holder.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

const dayMs = 24 * 3600 * 1000;
const beginningLength = 4;

/** Makes a key for the caller, or for a bot that the caller manages (docs/behaviour/keys.md#managing-keys). */
export async function createApiKey(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { channel_ids: channelIds, expires_in_days: days, name, scopes, user_id: userId } = input;
  const limits = checkedLimits({ scopes, channelIds });
  const key = newKey();
  const nowMs = ctx.now();
  const own = { realmId: caller.realm.id, userId };
  const sees = await loadSees(ctx, caller);
  const row = await changeRealm(ctx, caller.realm, async ({ tx }) => {
    const holder = await loadKeyHolder(tx, caller, { userId, sees, purpose: "create" });
    checkKeyCount(await countNamedKeys(tx, own));
    await tell(ctx, tx, { caller, holder, name });
    return insertNamedKey(tx, own, {
      name,
      scopes: [...limits.scopes],
      channelIds: limits.channelIds === null ? null : [...limits.channelIds],
      hash: keyHash(key),
      beginning: key.slice(0, beginningLength),
      createdAt: new Date(nowMs),
      createdBy: caller.userId,
      expiresAt: days === null ? null : new Date(nowMs + days * dayMs),
    });
  });
  return { api_key: key, ...presentApiKey(row) };
}

interface NewKey {
  readonly caller: Caller;
  readonly holder: Account;
  readonly name: string;
}

/** Writes to the person, or to whoever owns the bot: somebody else may be at the browser. */
async function tell(
  ctx: Context,
  tx: Transaction,
  { caller, holder, name }: NewKey,
): Promise<void> {
  const { id: realmId } = caller.realm;
  const { botOwnerId, fullName, isBot } = holder;
  const person = isBot ? await loadAccount(tx, realmId, botOwnerId ?? caller.userId) : holder;
  const realm = await loadRealm(tx, realmId);
  const head = letterHead(ctx.sites, realm, person);
  const letter = newApiKeyLetter(head, { account: fullName, key: name });
  await insertMail(tx, realmId, { recipient: person.deliveryEmail, ...letter });
}
