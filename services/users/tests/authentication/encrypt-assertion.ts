import {
  constants,
  createCipheriv,
  createPublicKey,
  publicEncrypt,
  randomBytes,
  X509Certificate,
} from "node:crypto";
import { promisify } from "node:util";

import { encrypt, type EncryptOptions } from "xml-encryption";

type Algorithms = Partial<Pick<EncryptOptions, "encryptionAlgorithm" | "keyEncryptionAlgorithm">>;

const encryptText = promisify(encrypt);
const assertion = /<saml:Assertion [^]*<\/saml:Assertion>/;

/** Has a library encrypt what a response says, for whoever has the key of a certificate. */
export async function encryptAssertion(
  xml: string,
  certificate: string,
  otherwise: Algorithms = {},
): Promise<string> {
  const [text = ""] = assertion.exec(xml) ?? [];
  const data = await encryptText(inItself(text), {
    rsa_pub: createPublicKey(certificate).export({ type: "spki", format: "pem" }),
    pem: new X509Certificate(certificate).toString(),
    encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
    warnInsecureAlgorithm: false,
    ...otherwise,
  });
  return xml.replace(text, () => `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`);
}

/** Encrypts with the newer form of RSA-OAEP, which Keycloak uses and the library does not have; keys are beside. */
export function encryptNewly(
  xml: string,
  certificate: string,
  { hash, mask = hash }: { readonly hash: string; readonly mask?: string },
): string {
  const [text = ""] = assertion.exec(xml) ?? [];
  const [key, vector] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-128-gcm", key, vector);
  const content = Buffer.concat([vector, cipher.update(inItself(text)), cipher.final()]);
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: certificate, padding, oaepHash: hash }, key);
  const keyFor = [
    `<e:EncryptedKey xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#rsa-oaep">`,
    `<d:DigestMethod xmlns:d="http://www.w3.org/2000/09/xmldsig#" Algorithm="http://www.w3.org/2001/04/xmlenc#${hash}"/>`,
    `<f:MGF xmlns:f="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1${mask}"/></e:EncryptionMethod>`,
    cipherData(wrapped),
    `</e:EncryptedKey>`,
  ].join("");
  const data = [
    `<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes128-gcm"/>`,
    cipherData(Buffer.concat([content, cipher.getAuthTag()])),
    `</e:EncryptedData>`,
  ].join("");
  return xml.replace(
    text,
    () => `<saml:EncryptedAssertion>${data}${keyFor}</saml:EncryptedAssertion>`,
  );
}

function cipherData(content: Buffer): string {
  return `<e:CipherData><e:CipherValue>${content.toString("base64")}</e:CipherValue></e:CipherData>`;
}

/** Names the namespace in the assertion itself, since it leaves the document. */
function inItself(text: string): string {
  const name = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
  const [head = ""] = /^[^>]*/.exec(text) ?? [];
  return head.includes(name) ? text : text.replace("<saml:Assertion ", `<saml:Assertion ${name} `);
}

/** Returns the certificate for encryption that a description of us has, as PEM. */
export function encryptionCertificate(metadata: string): string {
  const [, base64 = ""] = /use="encryption"[^]*?<ds:X509Certificate>([^<]*)</.exec(metadata) ?? [];
  return new X509Certificate(Buffer.from(base64, "base64")).toString();
}
