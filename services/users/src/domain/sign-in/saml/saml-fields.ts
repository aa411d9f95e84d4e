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
import type { SamlKey } from "./saml.ts";

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
    .refine(isCertificate, "must be an X.509 certificate as PEM")
    .optional()
    .describe("Certificate of that key as PEM, by which providers check what we sign"),
};

/** The values of `samlFields`. */
interface SamlVariables {
  readonly SAML_PROVIDERS?: string | undefined;
  readonly SAML_PRIVATE_KEY?: Secret | undefined;
  readonly SAML_CERTIFICATE?: string | undefined;
}

interface Problem {
  readonly name: keyof SamlVariables;
  readonly message: string;
}

/** Finds what is wrong with the variables together; `isOpen` when addresses must not be of plain HTTP. */
export function samlProblems(given: SamlVariables, isOpen: boolean): readonly Problem[] {
  const { SAML_CERTIFICATE: certificate, SAML_PRIVATE_KEY: key } = given;
  const problems: Problem[] = [];
  if (key === undefined && certificate !== undefined)
    problems.push({ name: "SAML_PRIVATE_KEY", message: "is needed with SAML_CERTIFICATE" });
  else if (key !== undefined && (certificate === undefined || !isOfKey(certificate, key)))
    problems.push({ name: "SAML_CERTIFICATE", message: "must be that of SAML_PRIVATE_KEY" });
  if (isOpen && samlOf(given).samlProviders.flatMap(addressesOf).some(isPlain))
    problems.push({ name: "SAML_PROVIDERS", message: "addresses must be https://" });
  return problems;
}

/** Returns what signing in with SAML goes by. */
export function samlOf(given: SamlVariables): {
  readonly samlProviders: readonly InstallationSamlProvider[];
  readonly samlKey: SamlKey | null;
} {
  const { SAML_CERTIFICATE: certificate, SAML_PRIVATE_KEY: privateKey } = given;
  return {
    samlProviders: parseSamlProviders(given.SAML_PROVIDERS ?? "[]") ?? [],
    samlKey:
      privateKey === undefined || certificate === undefined ? null : { privateKey, certificate },
  };
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

function isOfKey(certificate: string, key: Secret): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key.reveal()));
}
