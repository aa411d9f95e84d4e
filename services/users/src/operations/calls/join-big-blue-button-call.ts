import type { InputOf, joinBigBlueButtonCall as contract, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { Attendee } from "../../domain/calls/big-blue-button.ts";
import { linkPurpose, readLink } from "../../domain/calls/call-link.ts";
import { notConfigured } from "../../domain/calls/refusals.ts";
import { checkedFullName } from "../../policies/accounts/names.ts";
import { checkedRealm, checkRealmOpen } from "../../policies/authentication/login.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

const guestSeconds = 24 * 60 * 60;

/** Redirects whoever has the link into the meeting, which is started unless it runs. */
export async function joinBigBlueButtonCall(
  ctx: Context,
  caller: Caller | Anonymous,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const site = checkedRealm(caller.realm);
  if (caller.kind === "anonymous") checkRealmOpen(await loadRealm(ctx.db, site.id));
  if (ctx.calls.bigBlueButton === null) throw notConfigured("BigBlueButton");
  const reading = { purpose: linkPurpose, schema: readLink, now: ctx.now() };
  const link = await ctx.calls.texts.read(input.bigbluebutton, reading);
  if (link?.realmId !== site.id) throw new AppError("BAD_REQUEST", "Invalid signature.");
  const attendee =
    caller.kind === "user"
      ? await memberOf(ctx, caller, link.moderatorId)
      : guestOf(ctx, link, input.full_name ?? "");
  return { url: await ctx.calls.bigBlueButton.join(link.meeting, attendee) };
}

async function memberOf(ctx: Context, caller: Caller, moderatorId: number): Promise<Attendee> {
  const { fullName } = await loadAccount(ctx.db, caller.realm.id, caller.userId);
  return { fullName, isModerator: caller.userId === moderatorId, isGuest: false };
}

/** Makes the guest of a meeting who has no account: old links are only for those who have one. */
function guestOf(ctx: Context, { iat }: z.output<typeof readLink>, name: string): Attendee {
  if (ctx.now() / 1000 > iat + guestSeconds)
    throw new AppError(
      "BAD_REQUEST",
      "The link is more than a day old: only members of the organization may use it.",
    );
  return { fullName: checkedFullName(name), isModerator: false, isGuest: true };
}
