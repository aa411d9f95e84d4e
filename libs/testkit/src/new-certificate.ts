import { generateKeyPairSync } from "node:crypto";

import forge from "node-forge";

/** Key with its certificate, both as PEM. */
export interface CertifiedKey {
  readonly key: string;
  readonly certificate: string;
}

const dayMs = 24 * 3600 * 1000;

/** Makes an RSA key with a certificate that it has signed itself, good for a day. */
export function newCertificate(): CertifiedKey {
  const { privateKey: key, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  const name = [{ name: "commonName", value: "test" }];
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = "01";
  certificate.validity.notBefore = new Date(Date.now() - dayMs);
  certificate.validity.notAfter = new Date(Date.now() + dayMs);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return { key, certificate: forge.pki.certificateToPem(certificate) };
}
