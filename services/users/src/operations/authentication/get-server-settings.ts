import {
  type getServerSettings as contract,
  type OutputOf,
  versionFields,
} from "@team-chat/contract";
import type { Anonymous, RequestFacts } from "@team-chat/http";
import { renderBriefly } from "@team-chat/markdown";

import type { Context } from "../../context.ts";
import {
  enabledProviders,
  methodsOf,
  providerMethods,
  takesDirectory,
  takesPasswords,
} from "../../policies/authentication/methods.ts";
import { realmIcon } from "../../present/avatar.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { type OfferedProvider, offeredProviders } from "../../values/provider-settings.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { admitsSpectators } from "../../workflows/organization/admits-spectators.ts";

type Output = OutputOf<typeof contract>;

/** A way to log in that clients ask about and that is never offered. */
const absent = "apple";

/** Returns the facts that a client needs before it logs in (docs/behaviour/api.md#server-settings). */
export async function getServerSettings(
  ...[ctx, caller, , request]: [Context, Anonymous, object, RequestFacts]
): Promise<Output> {
  const realm = caller.realm === null ? null : await loadRealm(ctx.db, caller.realm.id);
  const settings = completeSettings(realm?.settings ?? {});
  const emailAuth = takesPasswords(settings);
  const directory = realm !== null && takesDirectory(settings, realm);
  const offered = realm === null ? [] : offeredProviders(ctx.signIns, realm);
  const providers = enabledProviders(settings, offered);
  const enabled = new Set(Object.keys(methodsOf(settings, providers)));
  const ofProviders = [...providerMethods].map(
    ([method, name]) => [name, enabled.has(method)] as const,
  );
  const server = {
    ...versionFields,
    authentication_methods: {
      password: emailAuth || directory,
      email: emailAuth,
      ldap: directory,
      [absent]: false,
      ...Object.fromEntries(ofProviders),
      passkey: realm !== null && emailAuth,
      dev: ctx.mode === "development",
    },
    external_authentication_methods: providers.map(presentProvider),
    push_notifications_enabled: false,
    is_incompatible: /^ZulipInvalid\b/.test(request.userAgent ?? ""),
    email_auth_enabled: emailAuth,
    require_email_format_usernames: !directory,
  };
  if (realm === null) return server;
  const url = ctx.sites.urlOf(realm);
  return {
    ...server,
    realm_url: url,
    realm_uri: url,
    realm_name: realm.name,
    realm_icon: realmIcon(realm, ctx.sites.hostnameOf(realm.subdomain)).icon_url,
    realm_description: renderBriefly(realm.description, realm.id),
    realm_default_language: settings.default_language,
    realm_web_public_access_enabled: await admitsSpectators(ctx, realm),
  };
}

function presentProvider({
  id,
  kind,
  name,
}: OfferedProvider): Output["external_authentication_methods"][number] {
  const spoken = kind === "saml" ? "saml" : "openid";
  const isProxy = kind === "remoteuser";
  const url = isProxy ? `/accounts/login/${id}/` : `/accounts/login/${spoken}/${id}`;
  return {
    name: isProxy ? kind : `${spoken}:${id}`,
    display_name: name,
    display_icon: null,
    login_url: url,
    signup_url: url,
  };
}
