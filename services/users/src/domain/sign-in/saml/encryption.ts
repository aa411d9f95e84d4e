import { constants, privateDecrypt } from "node:crypto";

import type { Secret } from "@team-chat/config";
import { z } from "zod";

import { decryptContent } from "./content-cipher.ts";
import { checkText, parseDocument, refused } from "./documents.ts";

const beginning = /<(?:[\w.-]+:)?EncryptedAssertion[\s>]/;
const end = /<\/(?:[\w.-]+:)?EncryptedAssertion\s*>/;

const algorithm = z.tuple([z.object({ $: z.object({ Algorithm: z.string() }) })]);
const cipherData = z.tuple([
  z.object({
    CipherValue: z.tuple([
      z.object({ _: z.string().transform((text) => Buffer.from(text, "base64")) }),
    ]),
  }),
]);

const keyMethod = z.object({
  $: z.object({ Algorithm: z.string() }),
  DigestMethod: algorithm.optional(),
  MGF: algorithm.optional(),
});

const encryptedKey = z.object({ EncryptionMethod: z.tuple([keyMethod]), CipherData: cipherData });

/** Form of an encrypted assertion: its key, for whoever may read it, is in it or beside it. */
const encryptedForm = z.object({
  EncryptedAssertion: z.object({
    EncryptedData: z.tuple([
      z.object({
        EncryptionMethod: algorithm,
        KeyInfo: z
          .tuple([z.object({ EncryptedKey: z.array(encryptedKey).default([]) })])
          .optional(),
        CipherData: cipherData,
      }),
    ]),
    EncryptedKey: z.array(encryptedKey).default([]),
  }),
});

/**
 * Returns the document with what its encrypted assertion says in the place of that, so that it is checked like one that
 * came so: encryption proves nothing, as everybody has the certificate. A second one is left there, and refused later.
 *
 * @param keys of which it may be any
 * @throws AUTHENTICATION_FAILED
 */
export async function withoutEncryption(xml: string, keys: readonly Secret[]): Promise<string> {
  checkText(xml);
  const from = beginning.exec(xml)?.index ?? xml.length;
  const encrypted = end.exec(xml.slice(from));
  if (encrypted === null) return xml;
  const until = from + encrypted.index + encrypted[0].length;
  const assertion = await opened(xml.slice(from, until), keys);
  return xml.slice(0, from) + assertion + xml.slice(until);
}

/** Opens with whichever of our keys does; the reasons why others do not are for the log. */
async function opened(element: string, privateKeys: readonly Secret[]): Promise<string> {
  const reasons = ["the assertion is encrypted, and no key of ours opens it"];
  const { EncryptedAssertion: given } = encryptedForm.parse(await parseDocument(element));
  const [{ CipherData: data, EncryptionMethod: how, KeyInfo: info }] = given.EncryptedData;
  const encryptedKeys = [...(info?.[0].EncryptedKey ?? []), ...given.EncryptedKey].slice(0, 5);
  for (const wrapped of encryptedKeys)
    for (const privateKey of privateKeys)
      try {
        const key = unwrapped(wrapped, privateKey);
        return decryptContent(how[0].$.Algorithm, key, data[0].CipherValue[0]._);
      } catch (error) {
        reasons.push(error instanceof Error ? error.message.slice(0, 200) : "unknown");
      }
  throw refused(reasons.join("; "));
}

type Wrapped = z.output<typeof encryptedKey>;

function unwrapped(wrapped: Wrapped, privateKey: Secret): Buffer {
  const [method] = wrapped.EncryptionMethod;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const key = { key: privateKey.reveal(), padding, oaepHash: oaepHash(method) };
  return privateDecrypt(key, wrapped.CipherData[0].CipherValue[0]._);
}

const sha1 = "http://www.w3.org/2000/09/xmldsig#sha1";
const digests = new Map([
  [sha1, "sha1"],
  ["http://www.w3.org/2001/04/xmlenc#sha256", "sha256"],
  ["http://www.w3.org/2001/04/xmlenc#sha512", "sha512"],
]);

const sha1Mask = "http://www.w3.org/2009/xmlenc11#mgf1sha1";
const masks = new Map([
  [sha1Mask, "sha1"],
  ["http://www.w3.org/2009/xmlenc11#mgf1sha256", "sha256"],
  ["http://www.w3.org/2009/xmlenc11#mgf1sha512", "sha512"],
]);

/** Returns the hash of RSA-OAEP, which is had with one for label and mask alone. RSA without it tells secrets. */
function oaepHash({ $: head, DigestMethod, MGF }: z.output<typeof keyMethod>): string {
  const digest = DigestMethod?.[0].$.Algorithm ?? sha1;
  const mask = MGF?.[0].$.Algorithm ?? sha1Mask;
  const hash = digests.get(digest);
  const isOaep =
    head.Algorithm === "http://www.w3.org/2009/xmlenc11#rsa-oaep" ||
    (head.Algorithm === "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p" && mask === sha1Mask);
  if (isOaep && hash !== undefined && masks.get(mask) === hash) return hash;
  throw new Error(`keys encrypted by ${head.Algorithm} with ${digest} and ${mask} are not read`);
}
