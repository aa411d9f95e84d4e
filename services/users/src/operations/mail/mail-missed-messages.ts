import type { mailMissedMessages as contract, MissedConversation } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { namesRealm, unsubscriptionExpiry } from "../../policies/settings/mail-settings.ts";
import { settingsOf } from "../../policies/settings/own-settings.ts";
import { letterHead } from "../../present/letter-head.ts";
import { missedLetter } from "../../present/missed-letter.ts";
import { type Account, findAccount } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import {
  insertMissedBatch,
  insertUnsubscription,
  loadMissedBatch,
} from "../../queries/accounts/missed-mail.ts";
import { hasUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import { listMemberships } from "../../queries/authentication/organization-lists.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Has missed messages mailed to somebody, all or nothing, once for each key (docs/subsystems/notifications.md). */
export function mailMissedMessages(
  ctx: Context,
  _: Identity,
  { conversations, ...batch }: Input,
): Promise<Output> {
  const { realmId, userId } = batch;
  const messageIds = conversations.flatMap((one) => one.messageIds);
  return ctx.db.transaction(async (tx) => {
    const realm = await loadRealm(tx, realmId);
    const account = await findAccount(tx, realmId, userId);
    if (account === null || !(await mayGetMail(tx, { realm, account }))) return { messageIds };
    const isNew = await insertMissedBatch(tx, batch, { messageIds, now: new Date(ctx.now()) });
    if (!isNew) return { messageIds: [...(await loadMissedBatch(tx, batch))] };
    const memberships = await listMemberships(tx, account.deliveryEmail, 2);
    const isNamed = namesRealm(settingsOf(account), memberships.length);
    for (const conversation of conversations)
      await mailConversation(ctx, tx, { realm, account, conversation, isNamed });
    return { messageIds };
  });
}

interface Receiver {
  readonly realm: RealmRow;
  readonly account: Account;
}

/** Nobody else is to read what is said in an organization: an address that nobody has proven may be anybody's. */
async function mayGetMail(tx: Transaction, { account, realm }: Receiver): Promise<boolean> {
  if (realm.deactivated || !account.isActive || account.isBot) return false;
  return !(await hasUnprovenAddress(tx, { realmId: realm.id, userId: account.userId }));
}

interface Mailing extends Receiver {
  readonly conversation: MissedConversation;
  /** True if the subject names the organization. */
  readonly isNamed: boolean;
}

async function mailConversation(
  ctx: Context,
  tx: Transaction,
  { account, conversation, isNamed, realm }: Mailing,
): Promise<void> {
  const { place, reasons } = conversation;
  const head = letterHead(ctx.sites, realm, account);
  const token = newKey();
  await insertUnsubscription(
    tx,
    { realmId: realm.id, userId: account.userId },
    {
      tokenHash: keyHash(token),
      reasons,
      channelId: place.kind === "channel" ? place.channelId : null,
      expiresAt: unsubscriptionExpiry(ctx.now()),
    },
  );
  const unsubscribeUrl = `${head.url}/accounts/unsubscribe/${token}`;
  const letter = missedLetter(head, { conversation, namesRealm: isNamed, unsubscribeUrl });
  await insertMail(tx, realm.id, { recipient: account.deliveryEmail, ...letter, unsubscribeUrl });
}
