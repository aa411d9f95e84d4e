import {
  type unsubscribeFromMail as contract,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller, Identity, RealmRef } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { realmRef } from "../../policies/organization/sites.ts";
import { checkedUnsubscription, settingsEnding } from "../../policies/settings/mail-settings.ts";
import { changedSettings, settingsOf } from "../../policies/settings/own-settings.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { findUnsubscription } from "../../queries/accounts/missed-mail.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { setSettings } from "../../workflows/settings/set-settings.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Ends e-mail of a kind by a link, for whoever it was sent to (docs/behaviour/mail.md#unsubscribing). */
export async function unsubscribeFromMail(
  ctx: Context,
  _: Identity,
  { realmId, token }: Input,
): Promise<Output> {
  const row = await loadRealm(ctx.db, realmId);
  checkRealmOpen(row);
  const link = { tokenHash: keyHash(token), now: new Date(ctx.now()) };
  const found = checkedUnsubscription(await findUnsubscription(ctx.db, realmId, link));
  const { channelId, reasons, ...user } = found;
  const realm = realmRef(row, ctx.sites);
  await endByAccount(ctx, realm, { userId: user.userId, settings: settingsEnding(reasons) });
  if (reasons.includes("channel") && channelId !== null)
    await endByChannel(ctx, realm, { ...user, channelId });
  const account = await loadAccount(ctx.db, realmId, user.userId);
  return { reasons, language: settingsOf(account).default_language };
}

async function endByAccount(
  ctx: Context,
  realm: RealmRef,
  { settings, userId }: { readonly userId: number; readonly settings: object },
): Promise<void> {
  await changeRealm(ctx, realm, async ({ begin, tx }) => {
    const own = await loadAccount(tx, realm.id, userId);
    const changed = changedSettings(settingsOf(own), { ...settings });
    if (Object.keys(changed).length > 0)
      await setSettings(await begin({}), own, { settings: changed });
  });
}

interface OfChannel {
  readonly userId: number;
  readonly role: number;
  readonly channelId: number;
}

async function endByChannel(
  ctx: Context,
  realm: RealmRef,
  { channelId, role, userId }: OfChannel,
): Promise<void> {
  const caller: Caller = {
    kind: "user",
    realm,
    userId,
    role,
    isBot: false,
    client: "website",
    usersVersion: 0,
  };
  const ended = { stream_id: channelId, property: "email_notifications", value: false };
  try {
    const wanted = { subscription_data: [ended] };
    await ctx.channels.request(updateSubscriptionProperties, caller, wanted, { realmId: realm.id });
  } catch (error) {
    // Whoever has left the channel gets no e-mail about it.
    if (!(error instanceof AppError) || error.code !== "BAD_REQUEST") throw error;
  }
}
