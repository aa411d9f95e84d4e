import { Secret } from "@team-chat/config";
import {
  acceptInvite,
  beginSignIn,
  checkApiKey,
  completeSignIn,
  confirmEmailChange,
  createBot,
  createInviteLink,
  createResetLink,
  createSession,
  fetchApiKey,
  getOwnUser,
  jwtFetchApiKey,
  resetPassword,
  updateSettings,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { SignJWT } from "jose";
import { afterAll, describe, test } from "vitest";

import { keyOf } from "../invitations/invitations.ts";
import { password } from "../people.ts";
import { ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { startOpenIdProvider } from "./openid-provider.ts";

const provider = await startOpenIdProvider();
afterAll(() => provider[Symbol.asyncDispose]());

const secret = "a secret that only both systems know, long enough";
const company = { id: "company", name: "Company", issuer: provider.issuer, organizations: [""] };
const world = useWorld(() =>
  World.create({
    OPENID_PROVIDERS: new Secret(
      JSON.stringify([{ ...company, clientId: "chat", clientSecret: "secret" }]),
    ),
    JWT_AUTH_KEYS: new Secret(JSON.stringify({ "": { key: secret, algorithms: ["HS256"] } })),
  }),
);

const realmId = () => world().realm.id;
const browser = { client: "Mozilla/5.0", address: "192.0.2.1" };
const another = "another-password-9";

/** Ways in which somebody shows that an address is theirs; each resolves to the key of the account. */
const proofs = {
  async "single sign-on"(email: string): Promise<string> {
    const given = { realmId: realmId(), providerId: "company" };
    const mobileOtp = "0".repeat(64);
    const { sealedState, url } = await world().call(beginSignIn, {
      ...given,
      next: "/",
      mobileOtp,
    });
    provider.claims = { sub: email, email, email_verified: true };
    const query = provider.signIn(url);
    const done = await world().call(completeSignIn, { ...given, sealedState, query, ...browser });
    const padded = new URL(done.kind === "app" ? done.url : "").searchParams;
    return Buffer.from(padded.get("otp_encrypted_api_key") ?? "", "hex").toString();
  },
  async "a link to set a password"(email: string): Promise<string> {
    const { url } = await world().call(createResetLink, { subdomain: "", email });
    const token = url.slice(-32);
    await world().call(resetPassword, { realmId: realmId(), token, password: another });
    return (await logIn(email, another)).api_key;
  },
  async "a signed token"(email: string): Promise<string> {
    const bytes = new TextEncoder().encode(secret);
    const token = await new SignJWT({ email }).setProtectedHeader({ alg: "HS256" }).sign(bytes);
    return (await world().request(world().anonymous(), jwtFetchApiKey, { token })).api_key;
  },
};

function logIn(username: string, given: string) {
  return world().request(world().anonymous(), fetchApiKey, { username, password: given });
}

function isKey(email: string, apiKey: string): Promise<boolean> {
  return world()
    .call(checkApiKey, { realmId: realmId(), email, apiKey })
    .then(({ valid }) => valid);
}

/** Joins by a link with an address that may be anybody's, and opens every way in that there is. */
async function squat(email: string) {
  const { invite_link: url } = await world().request("owner", createInviteLink, {});
  const person = { full_name: email.split("@")[0] ?? "", email, password };
  const given = { key: keyOf(url), ...person };
  const joined = await world().request(world().anonymous(), acceptInvite, given);
  const identity = { ...world().people.alice.identity, userId: joined.user_id };
  const bot = await world().request(identity, createBot, {
    full_name: `Bot of ${person.full_name}`,
    short_name: person.full_name,
  });
  const { token } = await world().call(createSession, {
    realmId: realmId(),
    username: email,
    password,
    ...browser,
  });
  await world().request(identity, updateSettings, { email: `evil-${email}` });
  const mail = (await world().mails()).findLast((text) => text.includes(`To: evil-${email}\r\n`));
  const change = /confirm-email\/(\w+)/.exec(mail ?? "")?.[1] ?? "";
  return { ...joined, identity, bot, token, change };
}

describe("an account whose address nobody has shown to be theirs (docs/behaviour/users.md#unproven-addresses)", () => {
  test.for(Object.entries(proofs))(
    "an account that somebody opened with a foreign address is its owner's alone after %s",
    async ([proof, prove], { expect }) => {
      const email = `${proof.replaceAll(/\W/g, "")}@example.com`;
      const squatted = await squat(email);
      const botEmail = `${email.split("@")[0]}-bot@localhost`;
      expect(await isKey(email, squatted.api_key)).toBe(true);
      expect(await isKey(botEmail, squatted.bot.api_key)).toBe(true);
      expect(await ownerOf(world(), squatted.token)).toMatchObject({ valid: true });
      const key = await prove(email);
      expect(await isKey(email, key)).toBe(true);
      expect(await isKey(email, squatted.api_key)).toBe(false);
      expect(await ownerOf(world(), squatted.token)).toMatchObject({ valid: false });
      await expect(logIn(email, password)).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
      expect(await isKey(botEmail, squatted.bot.api_key)).toBe(false);
      const confirm = { key: squatted.change };
      await expect(
        world().request(world().anonymous(), confirmEmailChange, confirm),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
      const own = await world().request(squatted.identity, getOwnUser, {});
      expect(own).toMatchObject({ user_id: squatted.user_id, delivery_email: email });
    },
  );

  test("an account keeps its ways in once its address was shown to be its owner's", async ({
    expect,
  }) => {
    const squatted = await squat("proven@example.com");
    const first = await proofs["a signed token"]("proven@example.com");
    expect(first).not.toBe(squatted.api_key);
    for (const prove of Object.values(proofs))
      expect(await prove("proven@example.com")).toBe(first);
    const changed = await squat("changed@example.com");
    const confirm = { key: changed.change };
    await world().request(world().anonymous(), confirmEmailChange, confirm);
    const email = "evil-changed@example.com";
    expect(await proofs["single sign-on"](email)).toBe(changed.api_key);
    expect((await logIn(email, password)).api_key).toBe(changed.api_key);
    const { alice } = world().people;
    expect(await proofs["single sign-on"](alice.email)).toBe(alice.apiKey);
  });
});
