import { externalScheme } from "@team-chat/config";
import type { ServiceClient } from "@team-chat/rpc";
import type { RequestHandler, Router } from "express";

import type { HostRealms } from "../authentication/host-realms.ts";
import type { GatewayConfig } from "../config.ts";
import { type ClientAddress, fromProxy } from "../limits/client-address.ts";
import type { FairShares } from "../limits/fair-shares.ts";
import type { LargeRequests } from "../limits/large-requests.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import type { MailGuard } from "../limits/mail-guard.ts";
import type { RequestLimits } from "../limits/request-limits.ts";
import type { WorkLimit } from "../limits/work-limit.ts";
import { LinkCookie } from "../requests/link-cookie.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import { EmailConfirmations } from "../serving/email-confirmations.ts";
import { HalfSignIns } from "../serving/half-sign-ins.ts";
import { Invitations } from "../serving/invitations.ts";
import { LogIns } from "../serving/log-ins.ts";
import { MailSamples } from "../serving/mail-samples.ts";
import { NewOrganizations } from "../serving/new-organizations.ts";
import { OrganizationSearch } from "../serving/organization-search.ts";
import { PasskeySignIns } from "../serving/passkey-sign-ins.ts";
import { PasswordResets } from "../serving/password-resets.ts";
import { type RemoteUserHeader, RemoteUsers } from "../serving/remote-users.ts";
import { RootDomain } from "../serving/root-domain.ts";
import { SamlSignIns } from "../serving/saml-sign-ins.ts";
import { ScimRequests } from "../serving/scim-requests.ts";
import { SecondFactors } from "../serving/second-factors.ts";
import { SignIns } from "../serving/sign-ins.ts";
import { Unsubscriptions } from "../serving/unsubscriptions.ts";
import { Visits } from "../serving/visits.ts";
import { accountRoutes, type LogInParts, showLogIn } from "./account-routes.ts";
import { callRoutes } from "./call-routes.ts";
import { confirmEmailRoutes } from "./confirm-email-routes.ts";
import { findRoutes } from "./find-routes.ts";
import type { SignInCookies } from "./finish-sign-in.ts";
import { joinRoutes } from "./join-routes.ts";
import { mailSampleRoutes } from "./mail-sample-routes.ts";
import { toMainAddress } from "./main-address.ts";
import { newOrganizationRoutes } from "./new-organization-routes.ts";
import { ownFactorsRoutes } from "./own-factors-routes.ts";
import { ownPasskeysRoutes } from "./own-passkeys-routes.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { passwordRoutes } from "./password-routes.ts";
import { remoteUserRoutes } from "./remote-user-routes.ts";
import { samlRoutes } from "./saml-routes.ts";
import { scimRoutes } from "./scim/scim-routes.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import { voiceFor } from "./show-page.ts";
import type { SignInPages } from "./sign-in-pages.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { unsubscribeRoutes } from "./unsubscribe-routes.ts";
import { webClient } from "./web-client.ts";

interface BrowserParts {
  readonly users: ServiceClient;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  readonly logins: LoginGuard;
  readonly mails: MailGuard;
  readonly shares: FairShares;
  readonly work: WorkLimit;
  readonly largeRequests: LargeRequests;
  readonly addressOf: ClientAddress;
}

interface BrowserRoutes {
  /** Come before all others, in their order. */
  readonly first: readonly RequestHandler[];
  /** Answer for the ways in. */
  readonly accounts: readonly Router[];
  /** Answers `/`, and for the files of the web client. */
  readonly client: Router;
}

/** Makes what answers browsers: the ways in, and the web client. */
export function browserRoutes(
  config: GatewayConfig,
  parts: BrowserParts,
  cookie: SessionCookie,
): BrowserRoutes {
  const scheme = externalScheme(config);
  const isDevelopment = config.MODE === "development";
  const visits = new Visits({ ...parts, scheme });
  const root = new RootDomain({ scheme, externalHost: config.EXTERNAL_HOST.toLowerCase() });
  const organizations = new NewOrganizations({ ...parts, root });
  const logInParts: LogInParts = {
    logIns: new LogIns({ ...parts, visits, isDevelopment }),
    leadsToCreation: async (req) => root.isHere(req) && (await organizations.isOpen()),
  };
  const cookies = { session: cookie, half: new LinkCookie("half-sign-in", scheme) };
  const signInPages: SignInPages = {
    stateCookie: new LinkCookie("sign-in", scheme),
    cookies,
    voice: async (req, language) => voiceFor(req, await visits.settings(req), language),
    showLogIn: (req, res, problem) =>
      showLogIn(logInParts, { req, res }, { problem, username: "" }),
  };
  const own = { factors: new SecondFactors({ ...parts, visits }), cookie };
  return {
    // At the root domain also where the organization of it has another main address.
    first: [
      ...installationRoutes({ ...parts, organizations, root, scheme }),
      toMainAddress(parts.hosts),
    ],
    accounts: [
      accountRoutes({ ...logInParts, cookies }),
      halfSignInRoutes({ ...parts, visits, cookies, scheme }),
      ownFactorsRoutes(own),
      ownPasskeysRoutes(own),
      ...linkRoutes({ ...parts, visits, cookies, scheme }),
      scimRoutes(new ScimRequests(parts)),
      unsubscribeRoutes(new Unsubscriptions({ ...parts, visits }), visits),
      ...providerRoutes({ ...parts, visits, signInPages, scheme }, config),
      callRoutes(visits),
      ...(isDevelopment ? [mailSampleRoutes(new MailSamples({ ...parts, visits }))] : []),
    ],
    client: webClient({
      folder: config.WEB_CLIENT_FOLDER,
      cookie,
      scheme,
      admitsSpectators: (req) => visits.admitsSpectators(req),
    }),
  };
}

function halfSignInRoutes({ cookies, ...parts }: LinkParts): Router {
  const { visits } = parts;
  const halves = new HalfSignIns(parts);
  return secondFactorRoutes({ halves, cookies, settings: (req) => visits.settings(req) });
}

interface InstallationParts extends BrowserParts {
  readonly organizations: NewOrganizations;
  readonly root: RootDomain;
  readonly scheme: "http" | "https";
}

/** Makes the routes at the root domain that need no organization there. */
function installationRoutes(parts: InstallationParts): readonly Router[] {
  const { organizations, root, scheme } = parts;
  return [
    findRoutes({ root, organizations, search: new OrganizationSearch(parts) }),
    newOrganizationRoutes({
      root,
      organizations,
      invitation: new LinkCookie("creation-invitation", scheme),
      link: new LinkCookie("new-organization", scheme),
    }),
  ];
}

interface ProviderParts extends BrowserParts {
  readonly visits: Visits;
  readonly signInPages: SignInPages;
  readonly scheme: "http" | "https";
}

/** Makes the routes with which people sign in by a passkey, or by somebody who vouches for them. */
function providerRoutes(
  { scheme, signInPages, ...parts }: ProviderParts,
  config: GatewayConfig,
): readonly Router[] {
  return [
    passkeyRoutes({
      ...signInPages,
      passkeys: new PasskeySignIns(parts),
      challengeCookie: new LinkCookie("passkey", scheme),
    }),
    signInRoutes({ ...signInPages, signIns: new SignIns(parts) }),
    remoteUserRoutes({
      ...signInPages,
      remoteUsers: new RemoteUsers({ ...parts, ...remoteUserHeader(config) }),
    }),
    samlRoutes({
      ...signInPages,
      saml: new SamlSignIns(parts),
      responseCookie: new LinkCookie("saml-response", scheme),
    }),
  ];
}

function remoteUserHeader(config: GatewayConfig): RemoteUserHeader {
  return {
    header: config.REMOTE_USER_HEADER?.toLowerCase(),
    secret: config.REMOTE_USER_SECRET,
    isFromProxy: fromProxy(config.TRUSTED_PROXIES ?? ""),
  };
}

interface LinkParts extends BrowserParts {
  readonly visits: Visits;
  readonly cookies: SignInCookies;
  readonly scheme: "http" | "https";
}

/** Makes the routes to which links of e-mail lead, which keep their token in a cookie. */
function linkRoutes({ cookies, scheme, ...parts }: LinkParts): readonly Router[] {
  const { visits } = parts;
  return [
    passwordRoutes({
      resets: new PasswordResets(parts),
      visits,
      cookie: new LinkCookie("password-reset", scheme),
    }),
    joinRoutes({
      invitations: new Invitations(parts),
      visits,
      cookies,
      cookie: new LinkCookie("invitation", scheme),
    }),
    confirmEmailRoutes({
      confirmations: new EmailConfirmations(parts),
      visits,
      cookie: new LinkCookie("confirm-email", scheme),
    }),
  ];
}
