import {
  type getServerSettings as contract,
  type OutputOf,
  versionFields,
} from "@team-chat/contract";
import type { Anonymous, RequestFacts } from "@team-chat/http";
import { renderBriefly } from "@team-chat/markdown";

import type { Context } from "../../context.ts";
import { type ProviderSettings, providersOf } from "../../domain/sign-in/provider-settings.ts";
import { realmIcon } from "../../present/avatar.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { admitsSpectators } from "../../workflows/organization/admits-spectators.ts";

type Output = OutputOf<typeof contract>;

/** Ways to log in that clients ask about and that are never offered. */
const backends = [
  "dev",
  "ldap",
  "remoteuser",
  "saml",
  "github",
  "azuread",
  "gitlab",
  "apple",
  "google",
];

/** Returns the facts that a client needs before it logs in (docs/behaviour/api.md#server-settings). */
export async function getServerSettings(
  ...[ctx, caller, , request]: [Context, Anonymous, object, RequestFacts]
): Promise<Output> {
  const realm = caller.realm === null ? null : await loadRealm(ctx.db, caller.realm.id);
  const emailAuth =
    realm === null || completeSettings(realm.settings).authentication_methods["Email"] === true;
  const methods = Object.fromEntries(backends.map((name) => [name, false]));
  const providers = realm === null ? [] : providersOf(ctx.signIns.providers, realm.subdomain);
  const server = {
    ...versionFields,
    authentication_methods: {
      password: emailAuth,
      email: emailAuth,
      ...methods,
      dev: ctx.mode === "development",
      "openid connect": providers.length > 0,
    },
    external_authentication_methods: providers.map(presentProvider),
    push_notifications_enabled: false,
    is_incompatible: /^ZulipInvalid\b/.test(request.userAgent ?? ""),
    email_auth_enabled: emailAuth,
    require_email_format_usernames: true,
  };
  if (realm === null) return server;
  const url = ctx.sites.urlOf(realm.subdomain);
  return {
    ...server,
    realm_url: url,
    realm_uri: url,
    realm_name: realm.name,
    realm_icon: realmIcon(ctx.sites.hostnameOf(realm.subdomain)),
    realm_description: renderBriefly(realm.description, realm.id),
    realm_web_public_access_enabled: await admitsSpectators(ctx, realm),
  };
}

function presentProvider({
  id,
  name,
}: ProviderSettings): Output["external_authentication_methods"][number] {
  const url = `/accounts/login/openid/${id}`;
  return {
    name: `openid:${id}`,
    display_name: name,
    display_icon: null,
    login_url: url,
    signup_url: url,
  };
}
