import { Secret } from "@team-chat/config";
import {
  completeHalfSignIn,
  endOwnSession,
  getServerSettings,
  listAuditLog,
  redeemLogInToken,
  updateRealm,
} from "@team-chat/contract";
import { newCertificate, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Factors } from "../second-factors/factors.ts";
import { browser as passwordBrowser, ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { SamlIdentityProvider } from "./saml-provider.ts";
import { SamlSigningIn } from "./saml-signing-in.ts";
import { readSealedToken } from "./sealed-token.ts";
import { browser } from "./signing-in.ts";

const [ownKey, key, foreignKey] = [newCertificate(), newCertificate(), newCertificate()];
const provider = new SamlIdentityProvider("https://idp.example/saml", key);
const forger = new SamlIdentityProvider("https://idp.example/saml", foreignKey);
const operatorKey = "k".repeat(32);
const { logOutUrl: _, ...silent } = provider.settings("silent");
const world = useWorld(() =>
  World.create({
    SAML_PROVIDERS: JSON.stringify([provider.settings("company"), silent]),
    SAML_PRIVATE_KEY: new Secret(ownKey.key),
    SAML_CERTIFICATE: ownKey.certificate,
    OPERATOR_KEYS: new Secret(JSON.stringify([{ name: "test", key: operatorKey, scope: "write" }])),
  }),
);
const signing = new SamlSigningIn(world, provider);
const known = (name: string) => ({
  nameId: `${name}-1`,
  attributes: { email: `${name}@example.com` },
});

const isValid = async (token: string) => (await ownerOf(world(), token)).valid;
const ask = async (
  more: Partial<Parameters<typeof provider.askToLogOut>[0]> & { readonly nameId: string },
  by = provider,
) => by.askToLogOut({ binding: "redirect", metadata: await signing.metadata(), ...more });
const refused = { code: "AUTHENTICATION_FAILED" };

describe("logging out of SAML (docs/behaviour/single-sign-on.md#logging-out-of-saml)", () => {
  test("a request to log out is refused that is not signed by the provider, not for us, too old, or a copy", async ({
    expect,
  }) => {
    const token = await signing.session(known("alice"), { sessionIndex: "s1" });
    const nameId = "alice-1";
    const right = await ask({ nameId });
    const posted = await ask({ nameId, binding: "post" });
    const unsigned = Buffer.from(posted, "base64")
      .toString()
      .replace(/<(?:ds:)?Signature[^]*<\/(?:ds:)?Signature>/, "");
    const wrong = {
      unsigned: right.replace(/&Signature=.*/, ""),
      foreign: await ask({ nameId }, forger),
      twice: `${right}&${right.split("&")[0] ?? ""}`,
      prefixed: `x${right}&${(await ask({ nameId }, forger)).split("&")[0] ?? ""}`,
      weak: right.replace("rsa-sha256", "rsa-md5"),
      altered: right.replace("RelayState=there", "RelayState=elsewhere"),
      old: await ask({ nameId, otherwise: { issued: -3600 } }),
      elsewhere: await ask({ nameId, otherwise: { destination: "https://elsewhere.example" } }),
      nothing: "SAMLRequest=",
    };
    for (const [name, query] of Object.entries(wrong))
      await expect(signing.logOut("redirect", query), name).rejects.toMatchObject(refused);
    const forms = {
      unsigned: Buffer.from(unsigned).toString("base64"),
      foreign: await ask({ nameId, binding: "post" }, forger),
      response: await signing.respond(known("alice")),
    };
    for (const [name, form] of Object.entries(forms))
      await expect(signing.logOut("post", form), name).rejects.toMatchObject(refused);
    const toSilent = signing.logOut("redirect", right, "silent");
    await expect(toSilent).rejects.toMatchObject({ message: "Nobody logs out with this provider" });
    expect(await isValid(token)).toBe(true);
    await signing.logOut("redirect", right);
    const again = await signing.session(known("alice"));
    await expect(signing.logOut("redirect", right)).rejects.toMatchObject(refused);
    expect(await isValid(again)).toBe(true);
  });

  test("the provider ends the sessions that were begun with it, all or one, and is answered", async ({
    expect,
  }) => {
    const one = await signing.session(known("alice"), { sessionIndex: "s1" });
    const two = await signing.session(known("alice"), { sessionIndex: "s2" });
    const other = await signing.session(known("moderator"), { sessionIndex: "s1" });
    const own = await passwordBrowser(world(), "alice");
    const nameId = "alice-1";
    const asked = await ask({ nameId, sessionIndex: "s1" });
    const answer = new URL((await signing.logOut("redirect", asked)).url);
    expect(`${answer.origin}${answer.pathname}`).toBe("https://idp.example/saml/log-out");
    expect(answer.searchParams.get("RelayState")).toBe("there");
    expect(answer.searchParams.has("SAMLResponse")).toBe(true);
    expect(await Promise.all([one, two, other, own.token].map(isValid))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    await signing.logOut("post", await ask({ nameId, binding: "post" }));
    expect(await Promise.all([two, other, own.token].map(isValid))).toEqual([false, true, true]);
    const unknown = await signing.logOut("redirect", await ask({ nameId: "nobody" }));
    expect(unknown.url).toContain("SAMLResponse=");
    const { entries } = await world().request("admin", listAuditLog, { limit: 20 });
    const ended = entries.filter(({ operation }) => operation === "receiveSamlLogOut");
    expect(ended.length).toBeGreaterThan(0);
  });

  test("whoever logs out here is led to log out at the provider, if that wants to hear of it", async ({
    expect,
  }) => {
    const realmId = world().realm.id;
    const leave = (token: string) => world().call(endOwnSession, { realmId, token });
    const token = await signing.session(known("alice"), { sessionIndex: "s7" });
    const left = await leave(token);
    expect(await isValid(token)).toBe(false);
    expect(left.provider).toMatchObject({
      name: "Company",
      url: expect.stringMatching(/^https:\/\/idp\.example\/saml\/log-out\?SAMLRequest=/),
    });
    expect(await leave(token)).toEqual({});
    expect(await leave((await passwordBrowser(world(), "alice")).token)).toEqual({
      language: "en",
    });
    const gone = await signing.session(known("alice"));
    await world().request("owner", updateRealm, { authentication_methods: { SAML: false } });
    expect(await leave(gone)).toEqual({ language: "en" });
    await world().request("owner", updateRealm, { authentication_methods: { SAML: true } });
  });

  test("a session that an app begins, or that follows the second factor, ends with that of the provider too (docs/behaviour/second-factors.md#required)", async ({
    expect,
  }) => {
    const realmId = world().realm.id;
    const desktopOtp = "0a".repeat(32);
    const sealedToken = async () => {
      const { sealedState, url } = await signing.begin({ desktopOtp });
      const kept = await signing.receive(await signing.respond(known("moderator"), url));
      const done = await signing.complete({ sealedState, ...kept });
      return readSealedToken(done.kind === "desktop" ? done.sealedToken : "", desktopOtp);
    };
    const redeem = (token: string) =>
      world().call(redeemLogInToken, { realmId, token, ...browser });
    const app = await redeem(await sealedToken());
    const unused = await sealedToken();
    await signing.logOut("redirect", await ask({ nameId: "moderator-1" }));
    expect(await isValid(app.token)).toBe(false);
    await expect(redeem(unused)).rejects.toMatchObject(refused);

    await using factor = await new Factors(world).setUp("admin");
    const setting = (is: boolean) =>
      world().request("owner", updateRealm, { second_factor_after_single_sign_on: is });
    await setting(true);
    const begin = async () => {
      const { sealedState, url } = await signing.begin();
      const kept = await signing.receive(await signing.respond(known("admin"), url));
      const half = await signing.complete({ sealedState, ...kept });
      return half.kind === "half" ? half.token : "";
    };
    const finish = (token: string, code: string) =>
      world().call(completeHalfSignIn, { realmId, token, code, ...browser });
    const done = await finish(await begin(), factor.code());
    const session = done.kind === "session" ? done.token : "";
    expect(await isValid(session)).toBe(true);
    const half = await begin();
    await signing.logOut("redirect", await ask({ nameId: "admin-1" }));
    expect(await isValid(session)).toBe(false);
    await expect(finish(half, "000000")).rejects.toMatchObject({
      message: "The sign-in took too long, or too many codes were wrong. Log in again",
    });
    await setting(false);
  });
});

/** Changes how people sign in to `acme` by the operator's interface, and returns what is so then. */
async function operate(saml_providers: readonly object[]) {
  const { acme, service } = world();
  const url = `http://127.0.0.1:${service.operatorPort}/operator/v1/organizations/${acme.id}/sign_in`;
  const headers = { Authorization: `Bearer ${operatorKey}` };
  const body = JSON.stringify({ saml_providers });
  const changed = await fetch(url, { method: "PATCH", headers, body });
  const now = await fetch(url, { headers });
  return {
    changed: (await changed.json()) as Record<string, unknown>,
    now: (await now.json()) as Record<string, unknown>,
  };
}

describe("providers of an organization that speak SAML (docs/accounts.md#providers-of-an-organization)", () => {
  test("providers are refused that are none, and nothing changes", async ({ expect }) => {
    const own = provider.settings("own");
    for (const [given, why] of [
      [{ ...own, id: "With Space" }, "id"],
      [{ ...own, signInUrl: "javascript:alert(1)" }, "signInUrl"],
      [{ ...own, certificates: [] }, "certificates"],
      [{ ...own, certificates: ["MIIC"] }, "is no certificate as PEM"],
      [{ ...own, clientSecret: "x" }, "clientSecret"],
    ] as const) {
      const { changed, now } = await operate([given]);
      expect(changed["code"]).toBe("BAD_REQUEST");
      expect(changed["msg"]).toContain(why);
      expect(now).toMatchObject({ saml_providers: [] });
    }
    const { changed } = await operate([own, own]);
    expect(changed["msg"]).toContain("has two providers with one id");
  });

  test("an organization's own provider is there for it alone, at once, before those of the installation", async ({
    expect,
  }) => {
    const own = { ...provider.settings("company"), name: "Acme" };
    const { now } = await operate([own]);
    expect(now).toMatchObject({
      authentication_methods: { Email: true, SAML: true },
      saml_providers: [{ id: "company", name: "Acme", createsAccounts: true, idpInitiated: false }],
    });
    const names = async (of = world().realm) =>
      (
        await world().request(world().anonymous(of), getServerSettings, {})
      ).external_authentication_methods.map((one) => one.display_name);
    expect(await names(world().acme)).toEqual(["Acme", "Company"]);
    expect(await names()).toEqual(["Company", "Company"]);
  });
});
