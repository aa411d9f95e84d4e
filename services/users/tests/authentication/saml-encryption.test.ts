import { Secret } from "@team-chat/config";
import { newCertificate, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { encryptAssertion, encryptionCertificate, encryptNewly } from "./encrypt-assertion.ts";
import { SamlIdentityProvider } from "./saml-provider.ts";
import { SamlSigningIn } from "./saml-signing-in.ts";

const [key, ownKey, older, newer, foreign] = [
  newCertificate(),
  newCertificate(),
  newCertificate(),
  newCertificate(),
  newCertificate(),
];
const provider = new SamlIdentityProvider("https://idp.example/saml", key);
const forger = new SamlIdentityProvider("https://idp.example/saml", foreign);
// As while a key is replaced: providers are told of the new one, and some have the old one still.
const world = useWorld(() =>
  World.create({
    SAML_PROVIDERS: JSON.stringify([provider.settings("company")]),
    SAML_PRIVATE_KEY: new Secret(ownKey.key),
    SAML_CERTIFICATE: ownKey.certificate,
    SAML_DECRYPTION_KEYS: new Secret(newer.key + older.key),
    SAML_DECRYPTION_CERTIFICATE: newer.certificate,
  }),
);
const signing = new SamlSigningIn(world, provider);
const alice = { nameId: "a-1", attributes: { email: "alice@example.com" } };

const failed = { code: "AUTHENTICATION_FAILED", message: "Company did not confirm who you are" };
const decoded = (response: string) => Buffer.from(response, "base64").toString();
const encoded = (xml: string) => Buffer.from(xml).toString("base64");
const signature = /<ds:Signature[^]*?<\/ds:Signature>/;
const content = "http://www.w3.org/2001/04/xmlenc#";

describe("an encrypted assertion (docs/behaviour/single-sign-on.md#what-saml-responses-must-be)", () => {
  test("an encrypted assertion is refused for another key, unsigned, of a forger, altered, or encrypted weakly", async ({
    expect,
  }) => {
    const { url } = await signing.begin();
    const right = decoded(await signing.respond(alice, url));
    expect(right).toMatch(signature);
    const metadata = await signing.metadata();
    const forged = decoded(await forger.respond({ known: alice, metadata, url }));
    const encrypted = await encryptAssertion(right, newer.certificate);
    const [first = ""] =
      /<saml:EncryptedAssertion[^]*<\/saml:EncryptedAssertion>/.exec(encrypted) ?? [];
    const wrong = {
      "for another key": await encryptAssertion(right, foreign.certificate),
      unsigned: await encryptAssertion(right.replace(signature, ""), newer.certificate),
      forged: await encryptAssertion(forged, newer.certificate),
      altered: await encryptAssertion(right.replace(">alice@", ">owner@"), newer.certificate),
      comment: await encryptAssertion(right.replace("alice@", "ali<!-- -->ce@"), newer.certificate),
      "triple DES": await encryptAssertion(right, newer.certificate, {
        encryptionAlgorithm: `${content}tripledes-cbc`,
      }),
      "RSA without OAEP": await encryptAssertion(right, newer.certificate, {
        keyEncryptionAlgorithm: `${content}rsa-1_5`,
      }),
      "for a mask of another hash": encryptNewly(right, newer.certificate, {
        hash: "sha256",
        mask: "sha1",
      }),
      "for another key, newly": encryptNewly(right, foreign.certificate, { hash: "sha256" }),
      twice: encrypted.replace(first, () => first + first),
      "beside a plain one": right.replace("<saml:Assertion ", () => `${first}<saml:Assertion `),
      nothing: encrypted.replace(first, "<saml:EncryptedAssertion></saml:EncryptedAssertion>"),
      unending: encrypted.replace("</saml:EncryptedAssertion>", ""),
    };
    for (const [name, xml] of Object.entries(wrong))
      await expect(signing.receive(encoded(xml)), name).rejects.toMatchObject(failed);
    expect(await signing.receive(encoded(encrypted))).toMatchObject({ token: expect.any(String) });
  });

  test.for([
    ["for the key that we tell providers of", (xml) => encryptAssertion(xml, newer.certificate)],
    ["for the key before it", (xml) => encryptAssertion(xml, older.certificate)],
    [
      "by AES-CBC",
      (xml) =>
        encryptAssertion(xml, newer.certificate, { encryptionAlgorithm: `${content}aes256-cbc` }),
    ],
    ["with SHA-256", (xml) => encryptNewly(xml, newer.certificate, { hash: "sha256" })],
    ["with SHA-512", (xml) => encryptNewly(xml, older.certificate, { hash: "sha512" })],
  ] satisfies readonly (readonly [string, (xml: string) => Promise<string> | string])[])(
    "an assertion that is encrypted %s signs in whom it names",
    async ([, encrypt], { expect }) => {
      const { sealedState, url } = await signing.begin();
      const right = decoded(await signing.respond(alice, url));
      const encrypted = await encrypt(right);
      expect(encrypted).not.toContain("alice");
      const { token } = await signing.receive(encoded(encrypted));
      await expect(signing.receive(encoded(right))).rejects.toMatchObject({
        message: "This sign-in was used already. Try again",
      });
      const done = await signing.complete({ sealedState, token });
      if (done.kind !== "session") throw new Error("No session was begun.");
      const owner = await ownerOf(world(), done.token);
      expect(owner).toMatchObject({ valid: true, userId: world().people.alice.id });
    },
  );

  test("the description of us has the certificate of the first key for encryption, and of no other", async ({
    expect,
  }) => {
    const metadata = await signing.metadata();
    expect(metadata.match(/use="encryption"/g)).toHaveLength(1);
    const announced = encryptionCertificate(metadata).replaceAll(/\s/g, "");
    expect(announced).toBe(newer.certificate.replaceAll(/\s/g, ""));
  });
});
