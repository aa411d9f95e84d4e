import { Secret } from "@team-chat/config";
import { newCertificate } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { samlFields, samlOf, samlProblems } from "./saml-fields.ts";

const [own, other] = [newCertificate(), newCertificate()];
const provider = {
  id: "company",
  name: "Company",
  issuer: "urn:company",
  signInUrl: "http://sso.example.com/saml",
  certificates: [other.certificate],
};
const providers = JSON.stringify([provider]);

describe("the variables of SAML (docs/accounts.md#single-sign-on-with-saml)", () => {
  test("a key needs its certificate and the other way round, and addresses need TLS in production", ({
    expect,
  }) => {
    const key = new Secret(own.key);
    const names = (given: Parameters<typeof samlProblems>[0], isOpen = false) =>
      samlProblems(given, isOpen).map(({ name }) => name);
    expect(names({})).toEqual([]);
    expect(names({ SAML_PRIVATE_KEY: key })).toEqual(["SAML_CERTIFICATE"]);
    expect(names({ SAML_CERTIFICATE: own.certificate })).toEqual(["SAML_PRIVATE_KEY"]);
    const foreign = { SAML_PRIVATE_KEY: key, SAML_CERTIFICATE: other.certificate };
    expect(names(foreign)).toEqual(["SAML_CERTIFICATE"]);
    expect(names({ SAML_PRIVATE_KEY: key, SAML_CERTIFICATE: own.certificate })).toEqual([]);
    const announced = (certificates: string) => ({
      SAML_PRIVATE_KEY: key,
      SAML_CERTIFICATE: certificates,
    });
    expect(names(announced(own.certificate + other.certificate))).toEqual([]);
    expect(names(announced(other.certificate + own.certificate))).toEqual(["SAML_CERTIFICATE"]);
    const both = new Secret(own.key + other.key);
    expect(names({ SAML_DECRYPTION_KEYS: both })).toEqual(["SAML_DECRYPTION_CERTIFICATE"]);
    const [second, first] = [other, own].map(({ certificate }) => ({
      SAML_DECRYPTION_KEYS: both,
      SAML_DECRYPTION_CERTIFICATE: certificate,
    }));
    expect(names(second ?? {})).toEqual(["SAML_DECRYPTION_CERTIFICATE"]);
    expect(names(first ?? {})).toEqual([]);
    expect(names({ SAML_DECRYPTION_CERTIFICATE: own.certificate })).toEqual([
      "SAML_DECRYPTION_KEYS",
    ]);
    expect(names({ SAML_PROVIDERS: providers })).toEqual([]);
    expect(names({ SAML_PROVIDERS: providers }, true)).toEqual(["SAML_PROVIDERS"]);
  });

  test("keys and certificates may have their lines in one and follow another, and what is none is refused", ({
    expect,
  }) => {
    const schema = z.object(samlFields);
    const inOne = (pem: string) =>
      pem
        .trim()
        .split(/\r?\n/)
        .join(String.raw`\n`);
    const given = {
      SAML_PRIVATE_KEY: inOne(own.key),
      SAML_CERTIFICATE: inOne(own.certificate + other.certificate),
      SAML_DECRYPTION_KEYS: inOne(other.key + own.key),
      SAML_DECRYPTION_CERTIFICATE: inOne(other.certificate),
      SAML_PROVIDERS: providers,
    };
    const read = schema.parse(given);
    expect(samlProblems(read, false)).toEqual([]);
    expect(samlOf(read)).toMatchObject({
      samlProviders: [{ id: "company", idpInitiated: false, createsAccounts: true }],
      samlKeys: {
        signing: {
          certificates: [own, other].map(({ certificate }) =>
            certificate.replaceAll("\r", "").trim(),
          ),
        },
        decryption: { certificate: expect.stringContaining("\n") },
      },
    });
    expect(samlOf(read).samlKeys.decryption?.privateKeys.map((key) => key.reveal().trim())).toEqual(
      [other.key.trim(), own.key.trim()],
    );
    for (const text of [`${own.certificate}nonsense`, own.certificate + own.key])
      expect(schema.safeParse({ SAML_CERTIFICATE: text }).success).toBe(false);
    for (const name of Object.keys(given))
      expect(schema.safeParse({ ...given, [name]: "nonsense" }).success, name).toBe(false);
  });
});
