import type { Secret } from "@team-chat/config";
import { z } from "zod";

import {
  askProvider,
  isDone,
  jsonOf,
  type ProviderAnswer,
  ProviderSilent,
} from "./ask-provider.ts";
import { basic } from "./basic.ts";

/** A provider that makes calls in the name of its users (RFC 6749, section 4.1). */
export interface OAuthProvider {
  readonly title: "Zoom" | "Webex";
  readonly apiUrl: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Scopes that users are asked to agree to; null for those that the app is registered for. */
  readonly scope: string | null;
  /** Way in which we authenticate: by a header, or by fields of the body (RFC 6749, section 2.3.1). */
  readonly isKnownBy: "header" | "body";
  readonly redirectUrl: string;
}

/** Token of a user with which calls are made in that user's name. */
export const callToken = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Milliseconds since 1970; null when it is not known. */
  expiresAt: z.number().nullable(),
});

export type CallToken = z.output<typeof callToken>;

/** A token with the text that it is stored as. */
export interface KeptToken {
  readonly sealed: string;
  readonly token: CallToken;
}

const granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive().optional(),
});

/** Writes the address at which the provider asks its user to agree. */
export function authorizationUrl(provider: OAuthProvider, state: string): string {
  const url = new URL(provider.authorizeUrl);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", provider.clientId);
  url.searchParams.set("redirect_uri", provider.redirectUrl);
  if (provider.scope !== null) url.searchParams.set("scope", provider.scope);
  url.searchParams.set("state", state);
  return url.href;
}

export interface Grant {
  /** By what the token is asked for. */
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Asks for a token. Null when the provider refuses.
 * @throws ProviderSilent
 */
export async function requestToken(
  provider: OAuthProvider,
  { fields, now }: Grant,
): Promise<CallToken | null> {
  const { clientId, clientSecret, isKnownBy } = provider;
  const known = { client_id: clientId, client_secret: clientSecret.reveal() };
  const answer = await askProvider(provider.tokenUrl, {
    method: "POST",
    headers: {
      accept: "application/json",
      ...(isKnownBy === "header" ? { authorization: basic(clientId, clientSecret) } : {}),
    },
    body: new URLSearchParams(isKnownBy === "body" ? { ...fields, ...known } : fields),
  });
  return tokenOf(answer, now);
}

function tokenOf(answer: ProviderAnswer, now: number): CallToken | null {
  if (answer.status >= 500) throw new ProviderSilent(`HTTP ${answer.status}`);
  const { data } = granted.safeParse(isDone(answer) ? jsonOf(answer) : null);
  if (data === undefined) return null;
  return {
    accessToken: data.access_token,
    refreshToken: data.refresh_token ?? null,
    expiresAt: data.expires_in === undefined ? null : now + data.expires_in * 1000,
  };
}
