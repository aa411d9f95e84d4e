import { Secret } from "@team-chat/config";
import {
  acceptInvite,
  createInviteLink,
  createSession,
  fetchApiKey,
  getOwnUser,
  getServerSettings,
  listInvites,
  listUsers,
  previewInvite,
  requestPasswordReset,
  roles,
  sendInvites,
  updateRealm,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";

import { Groups } from "../groups/groups.ts";
import { peerChannels } from "../peers.ts";
import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { startGithubServer } from "./github-server.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { browser, SigningIn } from "./signing-in.ts";

const provider = await startOpenIdProvider();
const github = await startGithubServer();
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  await github[Symbol.asyncDispose]();
});

const operatorKey = "k".repeat(32);
const client = { clientId: "chat", clientSecret: "secret" };
const shared = [
  {
    ...client,
    id: "github",
    kind: "github",
    name: "GitHub",
    issuer: github.issuer,
    organizations: [""],
    mapping: { role: { claim: "teams", values: { "acme/admins": "administrator" } } },
  },
];
const world = useWorld(() =>
  World.create({
    OPENID_PROVIDERS: new Secret(JSON.stringify(shared)),
    OPERATOR_KEYS: new Secret(JSON.stringify([{ name: "test", key: operatorKey, scope: "write" }])),
  }),
);
const groups = new Groups(world);
const signingIn = new SigningIn(world, provider);
const alice = { sub: "alice", email: "alice@example.com", email_verified: true };

/** Asks the operator's interface about the sign-in to the root organization, or changes it. */
async function operate(change?: object) {
  const { realm, service } = world();
  const url = `http://127.0.0.1:${service.operatorPort}/operator/v1/organizations/${realm.id}/sign_in`;
  const response = await fetch(url, {
    method: change === undefined ? "GET" : "PATCH",
    headers: { Authorization: `Bearer ${operatorKey}` },
    ...(change === undefined ? {} : { body: JSON.stringify(change) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

const own = { ...client, id: "company", name: "Company", issuer: provider.issuer };
const settings = () => world().request(world().anonymous(), getServerSettings, {});

describe("providers of an organization (docs/accounts.md#providers-of-an-organization)", () => {
  test("providers are refused that are none, and nothing changes", async ({ expect }) => {
    const { id: _, ...nameless } = own;
    for (const [identity_providers, why] of [
      [[nameless], "id"],
      [[{ ...own, kind: "keycloak" }], "must be https://<host>/realms/<realm>"],
      [
        [{ ...own, kind: "microsoft", issuer: "https://login.microsoftonline.com/common/v2.0" }],
        "must be https://login.microsoftonline.com/<tenant id>/v2.0",
      ],
      [[own, own], "has two providers with one id"],
      [[{ ...own, clientSecret: undefined }], "The provider 'company' needs a clientSecret."],
      [[{ ...own, mapping: { role: { claim: "x", values: { a: "king" } } } }], "mapping"],
    ] as const) {
      const { code, msg } = await operate({ identity_providers });
      expect(code).toBe("BAD_REQUEST");
      expect(msg).toContain(why);
    }
    expect(await operate()).toMatchObject({ identity_providers: [] });
  });

  test("people sign in with a provider of their organization, whose secret nobody reads", async ({
    expect,
  }) => {
    await world().events();
    expect(await operate({ identity_providers: [own] })).toMatchObject({ result: "success" });
    const heard = eventsFor(world().people.guest.id, await world().events());
    const authentication_methods = {
      Email: { enabled: true, available: true },
      "OpenID Connect": { enabled: true, available: true },
      GitHub: { enabled: true, available: true },
    };
    const data = { authentication_methods };
    expect(heard).toEqual([{ type: "realm", op: "update_dict", property: "default", data }]);
    const sections = await registerSections(world(), "guest", { fetch: ["realm"] });
    expect(sections).toMatchObject({ realm_authentication_methods: authentication_methods });
    expect((await settings()).external_authentication_methods.map(({ name }) => name)).toEqual([
      "openid:company",
      "openid:github",
    ]);
    expect(await signingIn.signIn(alice)).toBe(world().people.alice.id);
    const shown = JSON.stringify([await operate(), sections]);
    expect(shown).toContain(provider.issuer);
    const rows = await world().database.any(
      sql.unsafe`select r.identity_providers, a.input from realm r join operator_action a using (realm_id)`,
    );
    expect(shown + JSON.stringify(rows)).not.toMatch(/"secret"|[sS]ecret":"s/);
    const elsewhere = signingIn.begin({ realmId: world().acme.id });
    await expect(elsewhere).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a provider keeps its secret when none is given, but not for another issuer", async ({
    expect,
  }) => {
    const { clientSecret: _, ...kept } = own;
    const moved = { ...kept, issuer: "http://127.0.0.1:1" };
    expect(await operate({ identity_providers: [moved] })).toMatchObject({ code: "BAD_REQUEST" });
    await operate({ identity_providers: [{ ...kept, name: "The company" }] });
    expect(await signingIn.signIn(alice)).toBe(world().people.alice.id);
  });

  test("a secret is sealed with the new key as soon as a process has it", async ({ expect }) => {
    const [old, fresh] = ["00112233445566778899aabbccddeeff", "ff".repeat(16)];
    const sealed = () =>
      world().database.any(sql.unsafe`select identity_providers from realm where subdomain = ''`);
    const before = await sealed();
    await world().addService({ IDENTITY_KEY: new Secret(`${old},${fresh}`) });
    expect(await sealed()).toEqual(before);
    await world().addService({ IDENTITY_KEY: new Secret(`${fresh},${old}`) });
    expect(await sealed()).not.toEqual(before);
    await expect(signingIn.begin()).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: "The secret of The company must be set again",
    });
    await operate({ identity_providers: [own] });
  });
});

describe("single sign-on that is required (docs/behaviour/single-sign-on.md#required)", () => {
  test("passwords are refused everywhere until the operator takes them again", async ({
    expect,
  }) => {
    const { email } = world().people.alice;
    const link = await world().request("owner", createInviteLink, {
      invite_expires_in_minutes: 60,
    });
    const key = link.invite_link.split("/").at(-1) ?? "";
    const realmId = world().realm.id;
    await world().request("owner", updateRealm, { authentication_methods: { Email: false } });
    const nobody = world().anonymous();
    const given = { username: email, password };
    const joining = { key, full_name: "New", password, email: "new@example.com" };
    const reset = { realmId, email };
    for (const attempt of [
      () => world().request(nobody, fetchApiKey, given),
      () => world().call(createSession, { realmId, ...given, ...browser }),
      () => world().call(requestPasswordReset, reset),
      () => world().request(nobody, previewInvite, { key }),
      () => world().request(nobody, acceptInvite, joining),
    ])
      await expect(attempt()).rejects.toMatchObject({
        code: "PASSWORD_AUTH_DISABLED",
        message: "Password authentication is disabled in this organization",
      });
    expect(await settings()).toMatchObject({
      email_auth_enabled: false,
      authentication_methods: {
        password: false,
        "openid connect": true,
        github: true,
        google: false,
      },
    });
    expect(await signingIn.signIn(alice)).toBe(world().people.alice.id);
    await operate({ authentication_methods: { Email: true } });
    expect(await world().request(nobody, fetchApiKey, given)).toMatchObject({ email });
  });
});

describe("methods (docs/behaviour/single-sign-on.md#methods)", () => {
  test("a provider whose method is switched off is not there, and one method stays on", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, { authentication_methods: { Email: false } });
    const last = { authentication_methods: { GitHub: false, "OpenID Connect": false } };
    const refusal = "At least one authentication method must be enabled.";
    await expect(world().request("owner", updateRealm, last)).rejects.toMatchObject({
      message: refusal,
    });
    await world().request("owner", updateRealm, { authentication_methods: { GitHub: false } });
    expect(await operate({ identity_providers: [] })).toMatchObject({ msg: refusal });
    await expect(signingIn.begin({ providerId: "github" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await settings()).authentication_methods["github"]).toBe(false);
    await operate({ authentication_methods: { Email: true, GitHub: true } });
  });
});

describe("signing in with GitHub (docs/behaviour/single-sign-on.md#whose-account)", () => {
  function person(email: string) {
    github.says["/user/emails"] = [{ email, primary: true, verified: true }];
  }

  async function comeBack(code: string) {
    const { sealedState, url } = await signingIn.begin({ providerId: "github" });
    const asked = new URL(url);
    const state = asked.searchParams.get("state") ?? "";
    const query = new URLSearchParams({ code, state }).toString();
    const done = await signingIn.complete({ sealedState, query, providerId: "github" });
    return { asked, done };
  }

  test("GitHub signs nobody in with a wrong code, or without an address that is verified", async ({
    expect,
  }) => {
    const failed = { code: "AUTHENTICATION_FAILED" };
    await expect(comeBack("wrong")).rejects.toMatchObject(failed);
    github.says["/user"] = { id: 7, login: "octo", name: null };
    await expect(comeBack("good")).rejects.toMatchObject(failed);
    github.says["/user/teams"] = [];
    for (const emails of [
      [],
      [{ email: "moderator@example.com", primary: true, verified: false }],
      [{ email: "moderator@example.com", primary: false, verified: true }],
    ]) {
      github.says["/user/emails"] = emails;
      await expect(comeBack("good")).rejects.toMatchObject(failed);
    }
  });

  test("GitHub creates no accounts of its own accord, and opens that of the primary address, with the role of a team", async ({
    expect,
  }) => {
    github.says["/user/teams"] = [{ slug: "admins", organization: { login: "acme" } }];
    person("stranger@example.com");
    await expect(comeBack("good")).rejects.toMatchObject({
      message: "There is no account with the address stranger@example.com",
    });
    person("moderator@example.com");
    const { asked } = await comeBack("good");
    expect(`${asked.origin}${asked.pathname}`).toBe(`${github.issuer}/login/oauth/authorize`);
    expect(asked.searchParams.get("scope")).toBe("read:user user:email");
    const moderator = await world().request("moderator", getOwnUser, {});
    expect(moderator.role).toBe(200);
  });

  test("whoever was invited gets an account with what the invitation offers, once and only by the address invited", async ({
    expect,
  }) => {
    const email = "invited@example.com";
    const group = await groups.add("visitors");
    await world().request("owner", sendInvites, {
      invitee_emails: email,
      invite_as: roles.guest,
      stream_ids: [peerChannels.open],
      group_ids: [group],
      notify_referrer_on_join: true,
    });
    github.says["/user"] = { id: 8, login: "visitor", name: "Vera Visitor" };
    github.says["/user/teams"] = [];
    person("other@example.com");
    await expect(comeBack("good")).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
    person("Invited@example.com");
    await comeBack("good");
    const { members } = await world().request("owner", listUsers, {});
    const vera = members.find(({ full_name: name }) => name === "Vera Visitor");
    expect(vera).toMatchObject({ role: roles.guest, delivery_email: "Invited@example.com" });
    expect((await groups.one(group)).members).toContain(vera?.user_id);
    expect(world().subscribed.at(-1)).toMatchObject({
      by: world().people.owner.id,
      principals: [vera?.user_id],
    });
    expect((await world().request("owner", listInvites, {})).invites).not.toContainEqual(
      expect.objectContaining({ email }),
    );
    const letters = await world().mails();
    expect(letters.filter((letter) => letter.includes("Vera Visitor"))).toHaveLength(1);
  });
});
