import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Certificate of a server with its key, both as PEM. */
export interface ServerCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Puts a certificate and its key into a folder, for the server alone; returns the names of the files. */
export function writeCertificate(
  folder: string,
  { certificate, key }: ServerCertificate,
): { readonly certificateFile: string; readonly keyFile: string } {
  const certificateFile = join(folder, "server.crt");
  const keyFile = join(folder, "server.key");
  writeFileSync(certificateFile, certificate, { mode: 0o600 });
  writeFileSync(keyFile, key, { mode: 0o600 });
  return { certificateFile, keyFile };
}
