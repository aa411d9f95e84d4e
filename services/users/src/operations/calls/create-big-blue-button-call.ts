import { randomInt } from "node:crypto";

import type { createBigBlueButtonCall as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { type CallLink, linkPurpose } from "../../domain/calls/call-link.ts";
import { notConfigured } from "../../domain/calls/refusals.ts";

/** Signs a link to a new meeting, so that nobody can make one to another. */
export async function createBigBlueButtonCall(
  ctx: Context,
  caller: Caller,
  { meeting_name: name, voice_only: camerasLocked }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  if (ctx.calls.bigBlueButton === null) throw notConfigured("BigBlueButton");
  const link: CallLink = {
    realmId: caller.realm.id,
    meeting: {
      id: `team-chat-${randomInt(100_000_000_000, 1_000_000_000_000)}`,
      name,
      camerasLocked,
    },
    moderatorId: caller.userId,
  };
  const signed = await ctx.calls.texts.sign(linkPurpose, link, { now: ctx.now(), seconds: null });
  return { url: `/calls/bigbluebutton/join?bigbluebutton=${signed}` };
}
