import type { OAuthProviderName } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import {
  askProvider,
  jsonQuestion,
  type ProviderAnswer,
  ProviderSilent,
} from "../../domain/calls/ask-provider.ts";
import {
  type CallToken,
  callToken,
  type KeptToken,
  type OAuthProvider,
  requestToken,
} from "../../domain/calls/oauth-provider.ts";
import { noCall, noToken, notConfigured } from "../../domain/calls/refusals.ts";
import { findToken, type TokenRef } from "../../queries/calls/call-tokens.ts";
import { forgetCallToken, renewCallToken } from "./change-call-token.ts";

/** Tokens that expire so soon are replaced first. */
const spareMs = 60_000;

interface Asked {
  /** Below the provider's API. */
  readonly path: string;
  readonly body: object;
}

/** Asks the provider in the name of the user. */
export type AskAsUser = (asked: Asked) => Promise<ProviderAnswer>;

/**
 * Asks the provider in the caller's name. A token that the provider does not take any more is forgotten.
 * @throws BAD_REQUEST when the installation does not know the provider, INVALID_VIDEO_CALL_PROVIDER_TOKEN
 */
export async function callAsUser(
  ctx: Context,
  caller: Caller,
  name: OAuthProviderName,
): Promise<AskAsUser> {
  const provider = ctx.calls.oauth[name];
  if (provider === null) throw notConfigured(name === "zoom" ? "Zoom" : "Webex");
  const ref = { realmId: caller.realm.id, userId: caller.userId, provider: name };
  const user = { ctx, provider, ref };
  const { sealed, token } = await validToken(user);
  return async ({ body, path }) => {
    const question = jsonQuestion(body, { authorization: `Bearer ${token.accessToken}` });
    const answer = await askProvider(provider.apiUrl + path, question).catch((error: unknown) => {
      throw noCall(provider.title, error);
    });
    if (answer.status !== 401) return answer;
    await forgetCallToken(ctx, ref, sealed);
    throw noToken(provider.title);
  };
}

interface ProviderUser {
  readonly ctx: Context;
  readonly provider: OAuthProvider;
  readonly ref: TokenRef;
}

async function validToken(user: ProviderUser): Promise<KeptToken> {
  const kept = await keptToken(user);
  const { expiresAt } = kept.token;
  if (expiresAt === null || expiresAt - spareMs > user.ctx.now()) return kept;
  const { calls } = user.ctx;
  const whose = Object.values(user.ref).join();
  // A token that replaces others is good once, so that requests at the same time share one.
  const renewal = calls.renewals.get(whose) ?? replacing(user, kept);
  calls.renewals.set(whose, renewal);
  try {
    return await renewal;
  } finally {
    calls.renewals.delete(whose);
  }
}

async function replacing(user: ProviderUser, kept: KeptToken): Promise<KeptToken> {
  const { refreshToken } = kept.token;
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken ?? "" };
  const token = refreshToken === null ? null : await requestedToken(user, fields);
  if (token !== null) return renewed(user, kept, token);
  await forgetCallToken(user.ctx, user.ref, kept.sealed);
  // Another process may have replaced it first, with which the old one has ended.
  return keptToken(user);
}

/** @throws INVALID_VIDEO_CALL_PROVIDER_TOKEN when the user has given none that can be read */
async function keptToken({ ctx, provider, ref }: ProviderUser): Promise<KeptToken> {
  const sealed = await findToken(ctx.db, ref);
  if (sealed === null) throw noToken(provider.title);
  const token = await ctx.calls.texts.open(sealed, callToken);
  if (token !== null) return { sealed, token };
  await forgetCallToken(ctx, ref, sealed);
  throw noToken(provider.title);
}

async function requestedToken(
  { ctx, provider }: ProviderUser,
  fields: Readonly<Record<string, string>>,
): Promise<CallToken | null> {
  try {
    return await requestToken(provider, { fields, now: ctx.now() });
  } catch (error) {
    throw error instanceof ProviderSilent ? noCall(provider.title, error) : error;
  }
}

/**
 * Returns the renewed token. A provider that gives no new refresh token lets the old one be used again (RFC 6749,
 * section 6).
 */
async function renewed(
  { ctx, ref }: ProviderUser,
  before: KeptToken,
  given: CallToken,
): Promise<KeptToken> {
  const token = { ...given, refreshToken: given.refreshToken ?? before.token.refreshToken };
  const sealed = await ctx.calls.texts.seal(token);
  await renewCallToken(ctx, ref, { older: before.sealed, newer: sealed });
  return { sealed, token };
}
