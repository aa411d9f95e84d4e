import { Secret } from "@team-chat/config";
import {
  completeHalfSignIn,
  completeSignIn,
  deactivateUser,
  endOtherSessions,
  getOwnUser,
  getServerSettings,
  redeemLogInToken,
  updateRealm,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeEach, describe, test } from "vitest";

import { Factors } from "../second-factors/factors.ts";
import { ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { readSealedToken } from "./sealed-token.ts";
import { browser, SigningIn } from "./signing-in.ts";

const provider = await startOpenIdProvider();
afterAll(() => provider[Symbol.asyncDispose]());

const { issuer } = provider;
const common = { issuer, clientId: "chat", clientSecret: "secret" };
const providers = [
  { ...common, id: "company", name: "Company", organizations: [""] },
  {
    ...common,
    id: "partners",
    name: "Partners",
    organizations: ["", "acme"],
    createsAccounts: false,
  },
];

const world = useWorld(() =>
  World.create({ OPENID_PROVIDERS: new Secret(JSON.stringify(providers)) }),
);

beforeEach(() => {
  provider.claims = {};
  provider.forges = false;
});

const realmId = () => world().realm.id;
const signingIn = new SigningIn(world, provider);
const begin = signingIn.begin.bind(signingIn);
const complete = signingIn.complete.bind(signingIn);
const signIn = signingIn.signIn.bind(signingIn);

const failed = { code: "AUTHENTICATION_FAILED" };
const elsewhere = {
  ...failed,
  message: "The sign-in took too long, or was begun in another browser. Try again",
};

describe("signing in with an identity provider (docs/behaviour/single-sign-on.md#signing-in)", () => {
  test("a sign-in is refused with a provider that the organization does not have, or that does not answer", async ({
    expect,
  }) => {
    await expect(begin({ providerId: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const acme = { realmId: world().acme.id };
    await expect(begin(acme)).rejects.toMatchObject({ code: "NOT_FOUND" });
    provider.isDown = true;
    await expect(begin()).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: "Company does not answer",
    });
    provider.isDown = false;
    expect((await begin()).url).toMatch(/code_challenge_method=S256/);
  });

  test("a sign-in is refused that was begun elsewhere, for something else, or too long ago", async ({
    expect,
  }) => {
    const { sealedState, url } = await begin();
    const query = provider.signIn(url);
    for (const state of ["", "nonsense", (await begin({ providerId: "partners" })).sealedState])
      await expect(complete({ sealedState: state, query })).rejects.toMatchObject(elsewhere);
    const there = { sealedState, query, providerId: "partners", realmId: world().acme.id };
    await expect(complete(there)).rejects.toMatchObject(elsewhere);
    world().clock.aheadMs += 15 * 60 * 1000;
    await expect(complete({ sealedState, query })).rejects.toMatchObject(elsewhere);
  });

  test("a sign-in is refused with the state of another one, a code that was used, or one of another sign-in", async ({
    expect,
  }) => {
    const [mine, other] = [await begin(), await begin()];
    const foreign = provider.signIn(other.url);
    const back = { sealedState: mine.sealedState };
    await expect(complete({ ...back, query: foreign })).rejects.toMatchObject(failed);
    const state = new URL(mine.url).searchParams.get("state") ?? "";
    const mixed = new URLSearchParams(foreign);
    mixed.set("state", state);
    await expect(complete({ ...back, query: mixed.toString() })).rejects.toMatchObject(failed);
    const query = provider.signIn(mine.url);
    provider.claims = { sub: "alice", email: "alice@example.com", email_verified: true };
    expect((await complete({ ...back, query })).kind).toBe("session");
    await expect(complete({ ...back, query })).rejects.toMatchObject(failed);
    const denied = new URLSearchParams({ error: "access_denied", state, iss: issuer }).toString();
    await expect(complete({ ...back, query: denied })).rejects.toMatchObject({
      message: "Company did not confirm who you are",
    });
  });

  test.for([
    ["for another audience", { aud: "other" }],
    ["of another issuer", { iss: "https://evil.example" }],
    ["that has expired", { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ["with another nonce", { nonce: "other" }],
    ["without a subject", { sub: "" }],
  ] as const)("a token %s signs nobody in", async ([, wrong], { expect }) => {
    const good = { email: "alice@example.com", email_verified: true };
    await expect(signIn({ ...good, ...wrong })).rejects.toMatchObject(failed);
  });

  test("a token that the provider has not signed signs nobody in", async ({ expect }) => {
    provider.forges = true;
    const good = { sub: "alice", email: "alice@example.com", email_verified: true };
    await expect(signIn(good)).rejects.toMatchObject(failed);
  });

  test("a sign-in that one process began is finished by another", async ({ expect }) => {
    const { sealedState, url } = await begin({ next: "/#narrow/is/dm" });
    provider.claims = { sub: "alice", email: "alice@example.com", email_verified: true };
    const other = await world().addProcess();
    const self = { kind: "service", name: "gateway" } as const;
    const back = { realmId: realmId(), providerId: "company", sealedState, ...browser };
    const input = { ...back, query: provider.signIn(url) };
    const done = await other.call(completeSignIn, self, input, { realmId: realmId() });
    expect(done).toMatchObject({ kind: "session", next: "/#narrow/is/dm" });
  });
});

describe("whose account a sign-in opens (docs/behaviour/single-sign-on.md#whose-account)", () => {
  test("an account is opened by its address only where the provider has verified that", async ({
    expect,
  }) => {
    for (const email_verified of [false, undefined]) {
      const claims = { sub: "m", email: "moderator@example.com", email_verified };
      await expect(signIn(claims)).rejects.toMatchObject({
        message: "Your address is not verified there",
      });
    }
    const bot = { sub: "b", email: "echo-bot@example.com", email_verified: true };
    await expect(signIn(bot)).rejects.toMatchObject(failed);
    const verified = { sub: "m", email: "Moderator@example.com", email_verified: true };
    expect(await signIn(verified)).toBe(world().people.moderator.id);
  });

  test("an identity that was used before opens the same account, whatever its address is by now", async ({
    expect,
  }) => {
    const { id } = world().people.admin;
    expect(await signIn({ sub: "a", email: "admin@example.com", email_verified: true })).toBe(id);
    expect(await signIn({ sub: "a", email: "owner@example.com", email_verified: true })).toBe(id);
    const rows = await world().database.any(
      sql.unsafe`select user_id from external_identity where subject = 'a'`,
    );
    expect(rows).toHaveLength(1);
  });

  test("a deactivated account is not opened", async ({ expect }) => {
    const { id } = world().people.guest;
    const claims = { sub: "g", email: "guest@example.com", email_verified: true };
    expect(await signIn(claims)).toBe(id);
    await world().request("owner", deactivateUser, { user_id: id });
    await expect(signIn(claims)).rejects.toMatchObject({ code: "USER_DEACTIVATED" });
  });

  test("whoever has no account gets one where the provider and the organization let them", async ({
    expect,
  }) => {
    const claims = { sub: "n", email: "nora@example.com", email_verified: true, name: "Nora New" };
    await expect(signIn(claims, "partners")).rejects.toMatchObject({
      message: "There is no account with the address nora@example.com",
    });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    const foreign = { ...claims, email: "nora@elsewhere.example" };
    await expect(signIn(foreign)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: false });
    const [first, second] = await Promise.all([signIn(claims), signIn(claims)]);
    expect(first).toBe(second);
    const identity = { ...world().people.alice.identity, userId: first };
    const own = await world().request(identity, getOwnUser, {});
    expect(own).toMatchObject({ full_name: "Nora New", delivery_email: "nora@example.com" });
  });
});

describe("apps (docs/behaviour/single-sign-on.md#apps)", () => {
  test("an app gets the key, which only its pad makes readable", async ({ expect }) => {
    await expect(begin({ mobileOtp: "abc" })).rejects.toMatchObject({ message: "Invalid OTP" });
    const mobileOtp = "0f".repeat(32);
    const { sealedState, url } = await begin({ mobileOtp });
    provider.claims = { sub: "alice", email: "alice@example.com", email_verified: true };
    const done = await complete({ sealedState, query: provider.signIn(url) });
    const answer = new URL(done.kind === "app" ? done.url : "");
    expect(`${answer.protocol}//${answer.host}`).toBe("zulip://login");
    const { otp_encrypted_api_key: padded = "", ...others } = Object.fromEntries(
      answer.searchParams,
    );
    const { apiKey, id } = world().people.alice;
    expect(others).toEqual({
      realm: "http://localhost:9991",
      email: "alice@example.com",
      user_id: String(id),
    });
    const bytes = Buffer.from(padded, "hex").map((byte) => byte ^ 0x0f);
    expect(Buffer.from(bytes).toString()).toBe(apiKey);
  });

  test("a sign-in is followed by the second factor where the organization wants that, and then leads to the app (docs/behaviour/second-factors.md#required)", async ({
    expect,
  }) => {
    await using app = await new Factors(world).setUp("admin");
    const claims = { sub: "two", email: "admin@example.com", email_verified: true };
    const { id } = world().people.admin;
    expect(await signIn(claims)).toBe(id);
    await world().request("owner", updateRealm, { second_factor_after_single_sign_on: true });
    const { sealedState, url } = await begin({ mobileOtp: "0f".repeat(32) });
    provider.claims = claims;
    const half = await complete({ sealedState, query: provider.signIn(url) });
    const token = half.kind === "half" ? half.token : "";
    const given = { realmId: realmId(), token, ...browser };
    const finish = (code: string) => world().call(completeHalfSignIn, { ...given, code });
    await expect(finish("000000")).rejects.toMatchObject(failed);
    const done = await finish(app.code());
    expect(done.kind === "app" ? done.url : "").toMatch(/^zulip:\/\/login\?otp_encrypted_api_key=/);
    await world().request("owner", updateRealm, { second_factor_after_single_sign_on: false });
  });

  test("a desktop app logs in with a token that only it can read, once and soon, unless sessions ended meanwhile", async ({
    expect,
  }) => {
    const desktopOtp = "0a".repeat(32);
    await expect(begin({ desktopOtp: "0a" })).rejects.toMatchObject({ message: "Invalid OTP" });
    const claims = { sub: "desk", email: "moderator@example.com", email_verified: true };
    const tokenOf = async () => {
      const { sealedState, url } = await begin({ desktopOtp, next: "/#inbox" });
      provider.claims = claims;
      const done = await complete({ sealedState, query: provider.signIn(url) });
      return readSealedToken(done.kind === "desktop" ? done.sealedToken : "", desktopOtp);
    };
    const redeem = (token: string, id = realmId()) =>
      world().call(redeemLogInToken, { realmId: id, token, ...browser });
    const used = {
      code: "AUTHENTICATION_FAILED",
      message: "This code was used, or is too old. Sign in again",
    };
    const token = await tokenOf();
    await expect(redeem(token, world().acme.id)).rejects.toMatchObject(used);
    const done = await redeem(token);
    expect(done.next).toBe("/#inbox");
    const owner = await ownerOf(world(), done.token);
    expect(owner).toMatchObject({ valid: true, userId: world().people.moderator.id });
    await expect(redeem(token)).rejects.toMatchObject(used);
    const old = await tokenOf();
    world().clock.aheadMs += 5 * 60 * 1000;
    await expect(redeem(old)).rejects.toMatchObject(used);
    const ended = await tokenOf();
    await world().request("moderator", endOtherSessions, {});
    await expect(redeem(ended)).rejects.toMatchObject(used);
    const gone = await tokenOf();
    await world().request("owner", deactivateUser, { user_id: world().people.moderator.id });
    await expect(redeem(gone)).rejects.toMatchObject(used);
  });

  test("clients are told of the organization's providers, in order", async ({ expect }) => {
    const settings = await world().request(world().anonymous(), getServerSettings, {});
    expect(settings.authentication_methods["openid connect"]).toBe(true);
    const url = (id: string) => `/accounts/login/openid/${id}`;
    const shown = (id: string, name: string) => ({
      name: `openid:${id}`,
      display_name: name,
      display_icon: null,
      login_url: url(id),
      signup_url: url(id),
    });
    expect(settings.external_authentication_methods).toEqual([
      shown("company", "Company"),
      shown("partners", "Partners"),
    ]);
    const acme = await world().request(world().anonymous(world().acme), getServerSettings, {});
    expect(acme.external_authentication_methods).toEqual([shown("partners", "Partners")]);
  });
});
