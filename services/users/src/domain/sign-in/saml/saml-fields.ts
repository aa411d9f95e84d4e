import { createPrivateKey, X509Certificate } from "node:crypto";

import { Secret, secret } from "@team-chat/config";
import { z } from "zod";

import {
  addressesOf,
  type InstallationSamlProvider,
  isCertificate,
  normalisePem,
  parseSamlProviders,
} from "../../../values/saml-settings.ts";
import type { SamlKeys } from "./saml.ts";

/** Variables of single sign-on with SAML. */
export const samlFields = {
  SAML_PROVIDERS: z
    .string()
    .refine(
      (text) => parseSamlProviders(text) !== null,
      "must be a list of providers as in docs/accounts.md, each with an id of its own",
    )
    .optional()
    .describe(
      'Identity providers that speak SAML, a JSON list of `{"id", "name", "issuer", "signInUrl", "certificates"}` and more (docs/accounts.md)',
    ),
  SAML_PRIVATE_KEY: secret()
    .transform((key) => new Secret(normalisePem(key.reveal())))
    .refine((key) => isRsaKey(key), "must be an RSA key as PEM")
    .optional()
    .describe(
      "RSA key as PEM (ends of lines may be `\\n`) with which requests to SAML providers are signed; without it they are not",
    ),
  SAML_CERTIFICATE: z
    .string()
    .transform(normalisePem)
    .refine(
      (text) => parseCertificates(text) !== null,
      "must be X.509 certificates as PEM, one after the other",
    )
    .optional()
    .describe(
      "Certificates as PEM, one after the other, by which providers check what we sign: the first is that of SAML_PRIVATE_KEY, others are told for while it is replaced (docs/subsystems/secrets.md#the-saml-keys)",
    ),
  SAML_DECRYPTION_KEYS: secret()
    .refine((text) => parseKeys(text) !== null, "must be RSA keys as PEM, one after the other")
    .optional()
    .describe(
      "RSA keys as PEM, one after the other, for which SAML providers may encrypt what they say: the first is that of SAML_DECRYPTION_CERTIFICATE (docs/subsystems/secrets.md#the-saml-keys)",
    ),
  SAML_DECRYPTION_CERTIFICATE: z
    .string()
    .transform(normalisePem)
    .refine(isCertificate, "must be an X.509 certificate as PEM")
    .optional()
    .describe("Certificate of the first of those keys as PEM, which the metadata tell providers"),
};

/** The values of `samlFields`. */
interface SamlVariables {
  readonly SAML_PROVIDERS?: string | undefined;
  readonly SAML_PRIVATE_KEY?: Secret | undefined;
  readonly SAML_CERTIFICATE?: string | undefined;
  readonly SAML_DECRYPTION_KEYS?: Secret | undefined;
  readonly SAML_DECRYPTION_CERTIFICATE?: string | undefined;
}

interface Problem {
  readonly name: keyof SamlVariables;
  readonly message: string;
}

/** Finds what is wrong with the variables together; `isOpen` when addresses must not be of plain HTTP. */
export function samlProblems(given: SamlVariables, isOpen: boolean): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [keyName, name] of [
    ["SAML_PRIVATE_KEY", "SAML_CERTIFICATE"],
    ["SAML_DECRYPTION_KEYS", "SAML_DECRYPTION_CERTIFICATE"],
  ] as const) {
    const { [keyName]: key, [name]: certificate } = given;
    if (key === undefined && certificate !== undefined)
      problems.push({ name: keyName, message: `is needed with ${name}` });
    else if (key !== undefined && (certificate === undefined || !isOfKey(certificate, key)))
      problems.push({ name, message: `must be that of ${keyName}` });
  }
  if (isOpen && samlOf(given).samlProviders.flatMap(addressesOf).some(isPlain))
    problems.push({ name: "SAML_PROVIDERS", message: "addresses must be https://" });
  return problems;
}

/** Returns what signing in with SAML goes by. */
export function samlOf(given: SamlVariables): {
  readonly samlProviders: readonly InstallationSamlProvider[];
  readonly samlKeys: SamlKeys;
} {
  const { SAML_CERTIFICATE: text, SAML_PRIVATE_KEY: privateKey } = given;
  const certificates = text === undefined ? null : parseCertificates(text);
  return {
    samlProviders: parseSamlProviders(given.SAML_PROVIDERS ?? "[]") ?? [],
    samlKeys: {
      signing:
        privateKey === undefined || certificates === null ? null : { privateKey, certificates },
      decryption: decryptionOf(given),
    },
  };
}

function decryptionOf(given: SamlVariables): SamlKeys["decryption"] {
  const { SAML_DECRYPTION_CERTIFICATE: certificate, SAML_DECRYPTION_KEYS: text } = given;
  const privateKeys = text === undefined ? null : parseKeys(text);
  return privateKeys === null || certificate === undefined ? null : { privateKeys, certificate };
}

/** Takes apart keys as PEM, one after the other; null unless all of them are of RSA. */
function parseKeys(text: Secret): readonly [Secret, ...Secret[]] | null {
  const [first, ...others] = partsOf(normalisePem(text.reveal())).map((part) => new Secret(part));
  if (first === undefined || ![first, ...others].every(isRsaKey)) return null;
  return [first, ...others];
}

/** Takes apart certificates as PEM, one after the other; null unless all of them are certificates. */
function parseCertificates(text: string): readonly [string, ...string[]] | null {
  const [first, ...others] = partsOf(text);
  if (first === undefined || ![first, ...others].every(isCertificate)) return null;
  return [first, ...others];
}

function partsOf(pem: string): readonly string[] {
  return pem.split(/(?<=-----END [A-Z ]+-----)\s+/).filter((part) => part !== "");
}

function isPlain(url: string): boolean {
  return !url.startsWith("https:");
}

function isRsaKey(key: Secret): boolean {
  try {
    return createPrivateKey(key.reveal()).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

/** Tells whether the first of these certificates is that of the first of these keys. */
function isOfKey(certificate: string, keys: Secret): boolean {
  const key = parseKeys(keys)?.[0];
  if (key === undefined) return false;
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key.reveal()));
}
