import { generateKeyPairSync } from "node:crypto";

import { Secret } from "@team-chat/config";
import {
  deactivateRealm,
  deactivateUser,
  getOwnUser,
  jwtFetchApiKey,
  updateProfileData,
  updateRealm,
} from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { SignJWT } from "jose";
import { describe, test } from "vitest";

import { addField } from "../profile-fields/profile-fields.ts";
import { Factors } from "../second-factors/factors.ts";
import { World } from "../world.ts";

const secret = "a secret that only both systems know, long enough";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keys = {
  "": { key: secret, algorithms: ["HS256", "HS512"] },
  acme: { key: publicKey.export({ type: "spki", format: "pem" }), algorithms: ["RS256"] },
};
const world = useWorld(() => World.create({ JWT_AUTH_KEYS: new Secret(JSON.stringify(keys)) }));

const bytes = new TextEncoder().encode(secret);
const signed = (claims: Record<string, unknown>, alg = "HS256", key = bytes) =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(key);

const fetch = (token: string, realm: RealmRef | null = world().realm, params: object = {}) =>
  world().request(world().anonymous(realm), jwtFetchApiKey, { token, ...params });

describe("a key for a JSON web token (docs/behaviour/api.md#obtaining-a-key)", () => {
  test("what is no JSON web token, or none that the organization trusts, gets no key", async ({
    expect,
  }) => {
    const { email } = world().people.alice;
    const past = Math.floor(Date.now() / 1000) - 60;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ email })).toString("base64url")}.`;
    for (const [token, message] of [
      ["", "No JSON web token passed in request"],
      ["nonsense", "Bad JSON web token"],
      [unsigned, "Bad JSON web token"],
      [await signed({ email }, "HS384"), "Bad JSON web token"],
      [await signed({ email }, "HS256", new Uint8Array(32)), "Bad JSON web token"],
      [await signed({ email, exp: past }), "Bad JSON web token"],
      [await signed({ email, nbf: past + 3600 }), "Bad JSON web token"],
      [await signed({ sub: email }), "No email specified in JSON web token claims"],
      [await signed({ email: 7 }), "No email specified in JSON web token claims"],
    ] as const)
      await expect(fetch(token), message).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(fetch(await signed({ email }), world().acme)).rejects.toMatchObject({
      message: "Bad JSON web token",
    });
    await expect(fetch("x", null)).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
  });

  test("a JSON web token gets no key for people with a second factor where the organization wants it (docs/behaviour/second-factors.md#required)", async ({
    expect,
  }) => {
    await using _ = await new Factors(world).setUp("moderator");
    const { apiKey: api_key, email } = world().people.moderator;
    expect(await fetch(await signed({ email }))).toMatchObject({ api_key });
    const wanted = (second_factor_after_single_sign_on: boolean) =>
      world().request("owner", updateRealm, { second_factor_after_single_sign_on });
    await wanted(true);
    await expect(fetch(await signed({ email }))).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
    });
    await wanted(false);
  });

  test("a JSON web token gets no key for those who have no account, or none that is open", async ({
    expect,
  }) => {
    const { email, id: user_id } = world().people.guest;
    const nobody = fetch(await signed({ email: "owner@acme.example" }));
    await expect(nobody).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
    await world().request("owner", deactivateUser, { user_id });
    const gone = fetch(await signed({ email }));
    await expect(gone).rejects.toMatchObject({ code: "USER_DEACTIVATED" });
  });

  test("a JSON web token gets the account's key, with the user when asked for", async ({
    expect,
  }) => {
    const { apiKey, email, id } = world().people.alice;
    for (const alg of ["HS256", "HS512"])
      expect(await fetch(await signed({ email: ` ${email.toUpperCase()} ` }, alg))).toEqual({
        api_key: apiKey,
        email,
        user_id: id,
      });
    const { user } = await fetch(await signed({ email }), world().realm, { include_profile: true });
    expect(user).toMatchObject({ user_id: id, delivery_email: email, full_name: "Alice Member" });
  });

  // See docs/behaviour/users.md#user-object.
  test("a JSON web token shows the user as GET /users/me does, with custom fields when asked for", async ({
    expect,
  }) => {
    const id = await addField(world(), "Short", 1);
    const link = await addField(world(), "Link", 5);
    const data = [
      { id, value: "*Hi*" },
      { id: link, value: "https://example.com" },
    ];
    await world().request("alice", updateProfileData, { data });
    for (const name of ["alice", "bot"] as const) {
      const { email } = world().people[name];
      const token = await signed({ email });
      const left = await fetch(token);
      expect(left).not.toHaveProperty("user");
      expect(await fetch(token, world().realm, { include_profile: false })).toEqual(left);
      const { user } = await fetch(token, world().realm, { include_profile: true });
      const { max_message_id: _newest, ...own } = await world().request(name, getOwnUser, {});
      expect(user).toEqual(own);
    }
    const { user } = await fetch(await signed({ email: "alice@example.com" }), world().realm, {
      include_profile: true,
    });
    expect(user?.profile_data).toEqual({
      [id]: { value: "*Hi*", rendered_value: "<p><em>Hi</em></p>" },
      [link]: { value: "https://example.com" },
    });
  });

  test("fetching a key by JSON web token is refused when the token is left out", async ({
    expect,
  }) => {
    const asked = world().request(world().anonymous(), jwtFetchApiKey, {});
    await expect(asked).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "No JSON web token passed in request",
    });
  });

  test("a JSON web token may be signed with a key pair, and is of no use once the organization is closed", async ({
    expect,
  }) => {
    const { apiKey, email } = world().acmeOwner;
    const token = await new SignJWT({ email })
      .setProtectedHeader({ alg: "RS256" })
      .sign(privateKey);
    expect(await fetch(token, world().acme)).toMatchObject({ api_key: apiKey });
    await world().call(deactivateRealm, { subdomain: "acme" });
    await expect(fetch(token, world().acme)).rejects.toMatchObject({ code: "REALM_DEACTIVATED" });
  });
});

describe("without keys (docs/behaviour/api.md#obtaining-a-key)", () => {
  const closed = useWorld(() => World.create());

  test("JSON web tokens are of no use without keys", async ({ expect }) => {
    const token = await signed({ email: "alice@example.com" });
    const asked = closed().request(closed().anonymous(), jwtFetchApiKey, { token });
    await expect(asked).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "JWT authentication is not enabled for this organization",
    });
  });
});
