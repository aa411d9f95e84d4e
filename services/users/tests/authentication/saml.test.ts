import { Secret } from "@team-chat/config";
import {
  completeSamlSignIn,
  getOwnUser,
  getServerSettings,
  receiveSamlResponse,
  updateRealm,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { newCertificate, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { SamlIdentityProvider } from "./saml-provider.ts";
import { SamlSigningIn } from "./saml-signing-in.ts";
import { browser } from "./signing-in.ts";

const [ownKey, key, foreignKey] = [newCertificate(), newCertificate(), newCertificate()];
const provider = new SamlIdentityProvider("https://idp.example/saml", key);
const forger = new SamlIdentityProvider("https://idp.example/saml", foreignKey);
const sha1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
const outdated = new SamlIdentityProvider("https://idp.example/saml", key, sha1);
const mapping = {
  role: { claim: "groups", values: { admins: "administrator" } },
  profile: { "Favorite food": "food" },
} as const;
const providers = [
  { ...provider.settings("company"), mapping },
  { ...provider.settings("portal"), name: "Portal", idpInitiated: true, createsAccounts: false },
  { ...provider.settings("elsewhere"), organizations: ["acme"] },
];
const world = useWorld(() =>
  World.create({
    SAML_PROVIDERS: JSON.stringify(providers),
    SAML_PRIVATE_KEY: new Secret(ownKey.key),
    SAML_CERTIFICATE: ownKey.certificate,
  }),
);
const signing = new SamlSigningIn(world, provider);
const mail = (name: string) => ({ email: `${name}@example.com` });
const alice = { nameId: "a-1", attributes: mail("alice") };

const failed = { code: "AUTHENTICATION_FAILED", message: "Company did not confirm who you are" };
const decoded = (response: string) => Buffer.from(response, "base64").toString();
const encoded = (xml: string) => Buffer.from(xml).toString("base64");

/** Counts what a sign-in would leave behind. */
function rows() {
  return world().database.oneFirst(sql.unsafe`
    select (select count(*) from saml_message) + (select count(*) from browser_session) as "count"
  `);
}

describe("a response of a SAML provider (docs/behaviour/single-sign-on.md#what-saml-responses-must-be)", () => {
  test.for([
    ["that has expired", { until: -120 }],
    ["that is not valid yet", { from: 3600 }],
    ["that was made long ago", { issued: -3600 }],
    ["from the future", { issued: 3600 }],
    ["for another audience", { audience: "https://elsewhere.example" }],
    ["for another recipient", { recipient: "https://elsewhere.example/acs" }],
    ["that was sent elsewhere", { destination: "https://elsewhere.example/acs" }],
    ["of another issuer", { issuer: "https://elsewhere.example" }],
    [
      "with a name for this time only",
      { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" },
    ],
  ] as const)("a response %s signs nobody in and leaves nothing", async ([, wrong], { expect }) => {
    const { url } = await signing.begin();
    const before = await rows();
    const response = await signing.respond(alice, url, wrong);
    await expect(signing.receive(response)).rejects.toMatchObject(failed);
    expect(await rows()).toBe(before);
  });

  test("a response that is not signed, signed with another key or altered is refused", async ({
    expect,
  }) => {
    const { url } = await signing.begin();
    const right = decoded(await signing.respond(alice, url));
    const signature = /<ds:Signature[^]*?<\/ds:Signature>/;
    expect(right).toMatch(signature);
    const given = { known: alice, metadata: await signing.metadata(), url };
    const old = decoded(await outdated.respond(given));
    expect(old).toContain("xmldsig#rsa-sha1");
    const wrong = {
      unsigned: right.replace(signature, ""),
      foreign: decoded(await forger.respond(given)),
      altered: right.replace(">alice@example.com<", ">owner@example.com<"),
      outdated: old,
      "outdated, spelled otherwise": old.replaceAll("sha1", "&#115;ha1"),
      nothing: "",
      nonsense: "<Response>",
    };
    for (const [name, xml] of Object.entries(wrong))
      await expect(signing.receive(encoded(xml)), name).rejects.toMatchObject(failed);
    expect(await signing.receive(encoded(right))).toMatchObject({ token: expect.any(String) });
  });

  test("a signed assertion that was moved aside for another one is refused", async ({ expect }) => {
    const { url } = await signing.begin();
    const right = decoded(await signing.respond(alice, url));
    const [assertion = ""] = /<saml:Assertion [^]*<\/saml:Assertion>/.exec(right) ?? [];
    const forged = assertion
      .replace(/<ds:Signature[^]*?<\/ds:Signature>/, "")
      .replace(/ ID="[^"]+"/, ' ID="_forged"')
      .replace("a-1", "o-1")
      .replace("alice@", "owner@");
    const [signature = ""] = /<ds:Signature[^]*?<\/ds:Signature>/.exec(assertion) ?? [];
    const bare = assertion.replace(signature, "");
    const around = (inner: string) => right.replace(assertion, inner);
    const end = "</saml:Assertion>";
    const wrapped = {
      before: around(forged + assertion),
      after: around(assertion + forged),
      inside: around(forged.replace(end, `${assertion}${end}`)),
      extension: around(`<samlp:Extensions>${assertion}</samlp:Extensions>${forged}`),
      object: around(
        forged.replace(
          "</saml:Issuer>",
          `</saml:Issuer>${signature.replace("</ds:Signature>", `<ds:Object>${bare}</ds:Object></ds:Signature>`)}`,
        ),
      ),
      twice: around(
        forged.replace("_forged", /ID="([^"]+)"/.exec(assertion)?.[1] ?? "") + assertion,
      ),
    };
    for (const [name, xml] of Object.entries(wrapped))
      await expect(signing.receive(encoded(xml)), name).rejects.toMatchObject(failed);
  });

  test("a document with declarations, comments or too much in it is refused before it is parsed", async ({
    expect,
  }) => {
    const { url } = await signing.begin();
    const right = decoded(await signing.respond(alice, url));
    const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`;
    const wrong = {
      bomb: bomb + right.replace("a-1", "&b;"),
      external: `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${right.replace("a-1", "&x;")}`,
      comment: right.replace("alice@", "ali<!-- -->ce@"),
      long: right.replace("<saml:Issuer>", `${" ".repeat(200_000)}<saml:Issuer>`),
    };
    for (const [name, xml] of Object.entries(wrong))
      await expect(signing.receive(encoded(xml)), name).rejects.toMatchObject(failed);
  });

  test("a response works once, at all processes, and only with the provider that it is for", async ({
    expect,
  }) => {
    const { sealedState, url } = await signing.begin();
    const response = await signing.respond(alice, url);
    const elsewhere = { providerId: "portal" };
    await expect(signing.receive(response, elsewhere)).rejects.toMatchObject({
      message: "Portal did not confirm who you are",
    });
    await expect(signing.receive(response, { providerId: "elsewhere" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const { token } = await signing.receive(response);
    const used = { message: "This sign-in was used already. Try again" };
    await expect(signing.receive(response)).rejects.toMatchObject(used);
    world().clock.aheadMs += 60_000;
    expect((await signing.complete({ sealedState, token })).kind).toBe("session");
    await expect(signing.receive(response)).rejects.toMatchObject(used);
    const late = { message: "The sign-in took too long. Try again" };
    await expect(signing.complete({ sealedState, token })).rejects.toMatchObject(late);
    world().clock.aheadMs -= 60_000;
  });
});

describe("signing in with SAML (docs/behaviour/single-sign-on.md#saml)", () => {
  test("a sign-in is refused with the response to another one, in another browser, or without its token", async ({
    expect,
  }) => {
    const [mine, other] = [await signing.begin(), await signing.begin()];
    const elsewhere = {
      message: "The sign-in took too long, or was begun in another browser. Try again",
    };
    const receive = async () => signing.receive(await signing.respond(alice, other.url));
    for (const sealedState of [mine.sealedState, "", "nonsense"])
      await expect(signing.complete({ ...(await receive()), sealedState })).rejects.toMatchObject(
        elsewhere,
      );
    const foreign = await signing.receive(
      await signing.respond(alice, mine.url, { inResponseTo: "_of-nobody" }),
    );
    const mixed = { ...foreign, sealedState: mine.sealedState };
    await expect(signing.complete(mixed)).rejects.toMatchObject(elsewhere);
    const late = { message: "The sign-in took too long. Try again" };
    for (const token of ["", "nonsense"])
      await expect(
        signing.complete({ token, sealedState: other.sealedState }),
      ).rejects.toMatchObject(late);
    const kept = await receive();
    world().clock.aheadMs += 2 * 60_000;
    const done = signing.complete({ ...kept, sealedState: other.sealedState });
    await expect(done).rejects.toMatchObject(late);
    world().clock.aheadMs -= 2 * 60_000;
  });

  test("a sign-in that one process began and another heard of is finished by a third", async ({
    expect,
  }) => {
    const { sealedState, url } = await signing.begin({ next: "/#narrow/is/dm" });
    const [second, third] = [await world().addProcess(), await world().addProcess()];
    const self = { kind: "service", name: "gateway" } as const;
    const realmId = world().realm.id;
    const common = { realmId, providerId: "company" };
    const response = await signing.respond(alice, url);
    const said = { ...common, response, relayState: "https://evil.example/" };
    const { token } = await second.call(receiveSamlResponse, self, said, { realmId });
    await expect(third.call(receiveSamlResponse, self, said, { realmId })).rejects.toMatchObject({
      message: "This sign-in was used already. Try again",
    });
    const fetched = { ...common, token, sealedState, ...browser };
    const done = await third.call(completeSamlSignIn, self, fetched, { realmId });
    expect(done).toMatchObject({ kind: "session", next: "/#narrow/is/dm" });
  });

  test("people come from a page of the provider only where its settings let them, and are led where it says", async ({
    expect,
  }) => {
    const metadata = await signing.metadata();
    const unasked = await provider.respond({ known: alice, metadata });
    await expect(signing.receive(unasked)).rejects.toMatchObject({
      code: "AUTHENTICATION_FAILED",
      message: "Begin here to sign in with Company",
    });
    const portal = { providerId: "portal", relayState: "/#recent" };
    const response = await provider.respond({
      known: alice,
      metadata: await signing.metadata("portal"),
    });
    const { token } = await signing.receive(response, portal);
    expect(await signing.complete({ token, providerId: "portal" })).toMatchObject({
      kind: "session",
      next: "/#recent",
    });
  });

  test("somebody is known by the name that the provider gives them, and what it tells is applied", async ({
    expect,
  }) => {
    const { id } = world().people.alice;
    expect(await signing.signIn(alice)).toBe(id);
    const renamed = { nameId: "a-1", attributes: { ...mail("other"), groups: ["x", "admins"] } };
    expect(await signing.signIn(renamed)).toBe(id);
    const own = await world().request("alice", getOwnUser, {});
    expect(own).toMatchObject({ is_admin: true, delivery_email: "alice@example.com" });
    await expect(signing.signIn({ nameId: "nobody" })).rejects.toMatchObject({
      message: "The identity provider does not tell your address",
    });
    const names = { givenName: "Nora", sn: "New" };
    const userId = await signing.signIn({ nameId: "nora@example.com", attributes: names });
    const identity = { ...world().people.alice.identity, userId };
    expect(await world().request(identity, getOwnUser, {})).toMatchObject({
      full_name: "Nora New",
      delivery_email: "nora@example.com",
    });
    const response = await provider.respond({
      known: { nameId: "s-1", attributes: mail("stranger") },
      metadata: await signing.metadata("portal"),
    });
    const { token } = await signing.receive(response, { providerId: "portal" });
    await expect(signing.complete({ token, providerId: "portal" })).rejects.toMatchObject({
      message: "There is no account with the address stranger@example.com",
    });
  });

  test("requests are signed, and clients are told of the providers (docs/behaviour/single-sign-on.md#apps)", async ({
    expect,
  }) => {
    const { url } = await signing.begin();
    const request = await provider.requestId(url, await signing.metadata());
    expect(request).toMatch(/^_[0-9a-f]{40}$/);
    const signed = new URL(url);
    signed.searchParams.set("RelayState", "altered");
    await expect(
      provider.requestId(signed.href, (await signing.metadata()).replaceAll("MII", "MIJ")),
    ).rejects.toThrow();
    const settings = await world().request(world().anonymous(), getServerSettings, {});
    expect(settings.authentication_methods["saml"]).toBe(true);
    expect(
      settings.external_authentication_methods.map(({ login_url: at, name }) => [name, at]),
    ).toEqual([
      ["saml:company", "/accounts/login/saml/company"],
      ["saml:portal", "/accounts/login/saml/portal"],
    ]);
    await world().request("owner", updateRealm, { authentication_methods: { SAML: false } });
    await expect(signing.begin()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(signing.metadata()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await world().request("owner", updateRealm, { authentication_methods: { SAML: true } });
  });
});
