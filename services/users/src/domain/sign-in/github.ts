import { AppError } from "@team-chat/errors";
import * as openid from "openid-client";
import { z } from "zod";

import { mappedClaims } from "../../values/claim-mapping.ts";
import type { ProviderSettings } from "../../values/provider-settings.ts";

const publicSite = "https://github.com";

/** Scopes for the addresses of somebody, of which the public profile has only one, unverified. */
export const githubScopes = ["read:user", "user:email"];

/** Describes GitHub, or a company's own server of it: it speaks OAuth 2 and does not describe itself. */
export function githubServer(issuer: string): openid.ServerMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  };
}

const person = z.looseObject({ id: z.int(), login: z.string(), name: z.string().nullish() });
const emails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);
const teams = z.array(
  z.object({ slug: z.string(), organization: z.object({ login: z.string() }) }),
);

/**
 * Asks GitHub who somebody is. Its answer is given the names of claims: the number as `sub`, the primary address, and
 * as `teams`, if they are mapped, those of all organizations, like `company/developers`.
 */
export async function askGithub(
  configuration: openid.Configuration,
  { issuer, mapping }: ProviderSettings,
  accessToken: string,
): Promise<Readonly<Record<string, unknown>>> {
  const api = issuer === publicSite ? "https://api.github.com" : `${issuer}/api/v3`;
  const ask = async (path: string) => {
    const url = new URL(`${api}${path}`);
    const answer = await openid.fetchProtectedResource(configuration, accessToken, url, "GET");
    if (!answer.ok) throw new AppError("AUTHENTICATION_FAILED", `GitHub answers ${answer.status}`);
    return answer.json();
  };
  const { id, login, name, ...profile } = person.parse(await ask("/user"));
  const primary = emails.parse(await ask("/user/emails")).find((one) => one.primary);
  const claims = {
    ...profile,
    sub: String(id),
    name: name ?? login,
    preferred_username: login,
    email: primary?.email,
    email_verified: primary?.verified,
  };
  if (!mappedClaims(mapping).includes("teams")) return claims;
  const found = teams.parse(await ask("/user/teams?per_page=100"));
  return { ...claims, teams: found.map((one) => `${one.organization.login}/${one.slug}`) };
}
