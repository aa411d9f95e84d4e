import { createHash, randomBytes } from "node:crypto";

import type { InputOf, OutputOf, registerCallUser as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { type CallState, statePurpose } from "../../domain/calls/call-link.ts";
import { authorizationUrl } from "../../domain/calls/oauth-provider.ts";
import { notConfigured } from "../../domain/calls/refusals.ts";

const stateSeconds = 600;

/**
 * Redirects to the provider at which the caller allows calls in the caller's name. The answer of the provider is taken
 * only with the verifier, which the browser keeps: otherwise somebody could have another agree, and make calls in that
 * one's name.
 */
export async function registerCallUser(
  ctx: Context,
  caller: Caller,
  { provider: name }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const provider = ctx.calls.oauth[name];
  if (provider === null) throw notConfigured(name === "zoom" ? "Zoom" : "Webex");
  const verifier = randomBytes(32).toString("base64url");
  const state: CallState = {
    realmId: caller.realm.id,
    subdomain: caller.realm.subdomain,
    userId: caller.userId,
    provider: name,
    challenge: createHash("sha256").update(verifier).digest("base64url"),
  };
  const validity = { now: ctx.now(), seconds: stateSeconds };
  const signed = await ctx.calls.texts.sign(statePurpose, state, validity);
  return { url: authorizationUrl(provider, signed), verifier };
}
