import { createHash } from "node:crypto";

import type { completeCallUser as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { ProviderSilent } from "../../domain/calls/ask-provider.ts";
import { callState, statePurpose } from "../../domain/calls/call-link.ts";
import {
  type CallToken,
  type OAuthProvider,
  requestToken,
} from "../../domain/calls/oauth-provider.ts";
import {
  noConnection,
  notConfigured,
  wrongProviderCredentials,
} from "../../domain/calls/refusals.ts";
import {
  checkAccountActive,
  checkedRealm,
  checkRealmOpen,
} from "../../policies/authentication/login.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { keepCallToken } from "../../workflows/calls/change-call-token.ts";

/** Takes what a provider gave the browser of a user who has agreed, and keeps what it gets for it. */
export async function completeCallUser(
  ctx: Context,
  { realm: ref }: Anonymous,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const site = checkedRealm(ref);
  checkRealmOpen(await loadRealm(ctx.db, site.id));
  const { provider: name } = input;
  const provider = ctx.calls.oauth[name];
  if (provider === null) throw notConfigured(name === "zoom" ? "Zoom" : "Webex");
  const reading = { purpose: statePurpose, schema: callState, now: ctx.now() };
  const state = await ctx.calls.texts.read(input.state, reading);
  const challenge = createHash("sha256").update(input.verifier).digest("base64url");
  if (state?.realmId !== site.id || state.provider !== name || state.challenge !== challenge)
    throw new AppError("BAD_REQUEST", `Invalid ${provider.title} session identifier`);
  const { userId } = state;
  checkAccountActive(await loadAccount(ctx.db, site.id, userId));
  const token = await exchanged(ctx, provider, input.code);
  const sealed = await ctx.calls.texts.seal(token);
  await keepCallToken(ctx, { realmId: site.id, userId, provider: name }, sealed);
  return {};
}

async function exchanged(ctx: Context, provider: OAuthProvider, code: string): Promise<CallToken> {
  const redirect = { redirect_uri: provider.redirectUrl };
  const fields = { grant_type: "authorization_code", code, ...redirect };
  const token = await requestToken(provider, { fields, now: ctx.now() }).catch((error: unknown) => {
    throw error instanceof ProviderSilent ? noConnection(provider.title, error) : error;
  });
  if (token === null) throw wrongProviderCredentials(provider.title);
  return token;
}
