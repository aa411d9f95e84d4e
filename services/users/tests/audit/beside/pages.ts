import {
  acceptInvite,
  completeCreation,
  createInviteLink,
  getSecondFactors,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  requestCreation,
  unsubscribeFromMail,
} from "@team-chat/contract";

import { inTopic, mailTo } from "../../accounts/missed-mail.ts";
import { password } from "../../people.ts";
import type { Beside, Stage } from "./stage.ts";

/** Pages are shown by another service, which says from where. */
const self = { service: "test" };
const hidden = "(hidden)";

/** Returns what follows in the newest e-mail with it. */
async function inMail(stage: Stage, found: RegExp): Promise<string> {
  const texts = await stage.world.mails();
  const [, token] = texts.map((text) => found.exec(text)).findLast((one) => one !== null) ?? [];
  if (token === undefined) throw new Error(`No e-mail has ${String(found)}.`);
  return stage.keep(token);
}

async function join(stage: Stage): Promise<void> {
  const { invite_link: link } = await stage.world.request("owner", createInviteLink, {});
  const key = stage.keep(link.split("/").at(-1) ?? "");
  const person = {
    email: "jo@example.com",
    full_name: "Jo",
    password: stage.keep(`${password}-3`),
  };
  const asked = { ...person, key };
  stage.keep((await stage.world.request(stage.world.anonymous(), acceptInvite, asked)).api_key);
}

async function createOrganization(stage: Stage): Promise<void> {
  const owner = { fullName: "Bo Boss", email: "bo@fresh.example" };
  const wanted = { name: "Fresh", subdomain: "fresh", ...owner, invitation: null };
  await stage.world.call(requestCreation, wanted);
  const token = await inMail(stage, /\/new\/confirm\/(\w{32})/);
  await stage.world.call(completeCreation, { token, password: stage.keep(`${password}-4`) });
}

async function endMail(stage: Stage): Promise<void> {
  await mailTo(stage.world, stage.world.people.alice.id, { conversations: [inTopic] });
  const token = await inMail(stage, /unsubscribe\/([\w-]+)/);
  await stage.world.call(unsubscribeFromMail, { realmId: stage.world.realm.id, token });
}

/** Changes that people make on pages, with which they join, create an organization, or end e-mail. */
export const joining: readonly Beside[] = [
  {
    operation: "acceptInvite",
    object: "user",
    actor: { client: "test" },
    after: { full_name: "Jo", delivery_email: "jo@example.com", role: 400 },
    change: join,
  },
  {
    operation: "completeCreation",
    object: "organization",
    actor: self,
    after: { name: "Fresh", subdomain: "fresh", deactivated: false },
    subdomain: "fresh",
    change: createOrganization,
  },
  {
    operation: "unsubscribeFromMail",
    object: "user",
    actor: self,
    before: {},
    after: { "settings.enable_followed_topic_email_notifications": false },
    change: endMail,
  },
];

const ofMe = (stage: Stage, token: string) => ({ realmId: stage.world.realm.id, token });

/** Somebody with an authenticator app does something with it. */
function withApp(change: (stage: Stage, token: string, code: string) => Promise<unknown>) {
  return async (stage: Stage) => {
    await using app = await stage.factors.setUp("alice");
    for (const code of app.recoveryCodes) stage.keep(code);
    await change(stage, stage.keep(app.session), stage.keep(app.code()));
  };
}

/** Somebody with a passkey does something with it. */
function withPasskey(change: (stage: Stage, own: Passkey) => Promise<unknown>) {
  return async (stage: Stage) => {
    await using own = await stage.passkeys.setUp("alice");
    for (const code of own.recoveryCodes) stage.keep(code);
    await change(stage, own);
  };
}

type Passkey = Awaited<ReturnType<Stage["passkeys"]["setUp"]>>;

async function firstPasskey(stage: Stage, { session }: Passkey): Promise<number> {
  const { passkeys } = await stage.world.call(getSecondFactors, ofMe(stage, session));
  return passkeys[0]?.id ?? 0;
}

/** Changes of second factors, and uses of them. */
export const secondFactors: readonly Beside[] = [
  {
    operation: "addAuthenticatorApp",
    object: "authenticator_app",
    actor: self,
    after: { sealed_secret: hidden },
    change: withApp(() => Promise.resolve()),
  },
  {
    operation: "addAuthenticatorApp",
    object: "recovery_codes",
    actor: self,
    after: { hashes: hidden },
    change: withApp(() => Promise.resolve()),
  },
  {
    operation: "completeHalfSignIn",
    object: "sign_in",
    actor: self,
    after: { method: "second_factor", succeeded: true },
    change: withApp(async (stage, _, code) => {
      const { token } = await stage.factors.begin("alice");
      await stage.factors.complete(stage.keep(token), code);
    }),
  },
  {
    operation: "renewRecoveryCodes",
    object: "recovery_codes",
    actor: self,
    before: { hashes: hidden },
    after: { hashes: hidden },
    change: withApp(async (stage, token) => {
      const given = { ...ofMe(stage, token), password };
      const { recoveryCodes } = await stage.world.call(renewRecoveryCodes, given);
      for (const code of recoveryCodes) stage.keep(code);
    }),
  },
  {
    operation: "removeAuthenticatorApp",
    object: "authenticator_app",
    actor: self,
    before: { sealed_secret: hidden },
    change: withApp((stage, token) =>
      stage.world.call(removeAuthenticatorApp, { ...ofMe(stage, token), password }),
    ),
  },
  {
    operation: "addPasskey",
    object: "passkey",
    actor: self,
    after: { name: "Phone", public_key: hidden, credential_id: hidden },
    change: withPasskey(() => Promise.resolve()),
  },
  {
    operation: "renamePasskey",
    object: "passkey",
    actor: self,
    before: { name: "Phone" },
    after: { name: "Key ring" },
    change: withPasskey(async (stage, own) =>
      stage.passkeys.rename(own.session, await firstPasskey(stage, own), "Key ring"),
    ),
  },
  {
    operation: "removePasskey",
    object: "passkey",
    actor: self,
    before: { name: "Phone", public_key: hidden, credential_id: hidden },
    change: withPasskey(async (stage, own) =>
      stage.passkeys.remove(own.session, await firstPasskey(stage, own)),
    ),
  },
  {
    operation: "completeHalfSignInByPasskey",
    object: "sign_in",
    actor: self,
    after: { method: "second_factor", succeeded: true },
    change: withPasskey(async (stage, { device }) => {
      const { token } = await stage.passkeys.logIn("alice");
      await stage.passkeys.completeHalf(await stage.passkeys.answerHalf({ device, token }));
    }),
  },
  {
    operation: "completePasskeySignIn",
    object: "sign_in",
    actor: self,
    after: { method: "passkey", succeeded: true },
    change: withPasskey(async (stage, { device }) =>
      stage.passkeys.complete(await stage.passkeys.answer(device)),
    ),
  },
];
