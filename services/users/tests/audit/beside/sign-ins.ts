import {
  completeSamlSignIn,
  createResetLink,
  createSession,
  endOwnSession,
  redeemLogInToken,
  resetPassword,
  signInRemoteUser,
} from "@team-chat/contract";

import { readSealedToken } from "../../authentication/sealed-token.ts";
import { browser } from "../../authentication/signing-in.ts";
import { password } from "../../people.ts";
import type { Beside, Stage } from "./stage.ts";

/** Pages are shown by another service, which says from where. */
const self = { service: "test" };
const padOfDesktop = "0a".repeat(32);

async function logIn(stage: Stage, given = password): Promise<string> {
  const username = "alice@example.com";
  const asked = { realmId: stage.world.realm.id, username, password: given, ...browser };
  return stage.keep((await stage.world.call(createSession, asked)).token);
}

/** Has the provider of the company say who somebody is, for an app or a browser. */
async function openId(stage: Stage, name: string, more: object = {}) {
  const { sealedState, url } = await stage.openId.begin(more);
  stage.provider.claims = { sub: name, email: `${name}@example.com`, email_verified: true };
  return stage.openId.complete({ sealedState, query: stage.provider.signIn(url) });
}

const saml = (stage: Stage, name: string) =>
  stage.saml.session({ nameId: `${name}-1`, attributes: { email: `${name}@example.com` } });

function vouched(stage: Stage, user: string) {
  const next = { next: "/", mobileOtp: null, desktopOtp: null };
  return stage.world.call(signInRemoteUser, {
    realmId: stage.world.realm.id,
    user,
    ...next,
    ...browser,
  });
}

/** Changes that people make on the pages to log in. */
export const signIns: readonly Beside[] = [
  {
    operation: "createSession",
    object: "session",
    actor: self,
    after: browser,
    change: logIn,
  },
  {
    operation: "createSession",
    object: "sign_in",
    actor: self,
    after: { method: "password", succeeded: false },
    change: (stage) => logIn(stage, stage.keep("a-wrong-password")).catch(() => undefined),
  },
  {
    operation: "endOwnSession",
    object: "session",
    actor: self,
    before: browser,
    change: async (stage) => {
      const token = await logIn(stage);
      await stage.world.call(endOwnSession, { realmId: stage.world.realm.id, token });
    },
  },
  {
    operation: "createResetLink",
    object: "password_reset",
    actor: self,
    after: { email: "alice@example.com" },
    change: async (stage) => {
      const asked = { subdomain: "", email: "alice@example.com" };
      stage.keep((await stage.world.call(createResetLink, asked)).url.slice(-32));
    },
  },
  {
    operation: "resetPassword",
    object: "password",
    actor: self,
    before: { hash: "(hidden)" },
    after: { hash: "(hidden)" },
    change: async (stage) => {
      const asked = { subdomain: "", email: "moderator@example.com" };
      const { url } = await stage.world.call(createResetLink, asked);
      const given = { token: stage.keep(url.slice(-32)), password: stage.keep(`${password}-2`) };
      await stage.world.call(resetPassword, { realmId: stage.world.realm.id, ...given });
    },
  },
  {
    operation: "completeSignIn",
    object: "user",
    actor: self,
    after: { full_name: "opal", delivery_email: "opal@example.com", role: 400 },
    change: (stage) => openId(stage, "opal"),
  },
  {
    operation: "completeSignIn",
    object: "external_identity",
    actor: self,
    after: {},
    change: (stage) => openId(stage, "otto"),
  },
  {
    operation: "redeemLogInToken",
    object: "session",
    actor: self,
    after: browser,
    change: async (stage) => {
      const done = await openId(stage, "opal", { desktopOtp: padOfDesktop });
      const sealed = done.kind === "desktop" ? done.sealedToken : "";
      const token = stage.keep(readSealedToken(sealed, padOfDesktop));
      const given = { realmId: stage.world.realm.id, token, ...browser };
      stage.keep((await stage.world.call(redeemLogInToken, given)).token);
    },
  },
  {
    operation: "completeSamlSignIn",
    object: "user",
    actor: self,
    after: { full_name: "sam", delivery_email: "sam@example.com" },
    change: async (stage) => stage.keep(await saml(stage, "sam")),
  },
  {
    operation: "completeSamlSignIn",
    object: "sign_in",
    actor: self,
    after: { method: "saml", succeeded: false },
    change: (stage) =>
      stage.world
        .call(completeSamlSignIn, {
          realmId: stage.world.realm.id,
          providerId: "company",
          token: "forged",
          sealedState: "forged",
          ...browser,
        })
        .catch(() => undefined),
  },
  {
    operation: "receiveSamlResponse",
    object: "sign_in",
    actor: self,
    after: { method: "saml", succeeded: false },
    change: (stage) => stage.saml.receive("PHg+").catch(() => undefined),
  },
  {
    operation: "receiveSamlLogOut",
    object: "session",
    actor: self,
    before: browser,
    change: async (stage) => {
      await saml(stage, "sam");
      const metadata = await stage.saml.metadata();
      const asked = { binding: "redirect", metadata, nameId: "sam-1" } as const;
      await stage.saml.logOut("redirect", stage.samlProvider.askToLogOut(asked));
    },
  },
  {
    operation: "signInRemoteUser",
    object: "user",
    actor: self,
    after: { full_name: "rita", delivery_email: "rita@example.com" },
    change: (stage) => vouched(stage, "rita@example.com"),
  },
];
