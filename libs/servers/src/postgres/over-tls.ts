import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { type ServerCertificate, writeCertificate } from "../server-certificate.ts";
import { type Account, giveTo } from "./account.ts";

/** Rules of who is let in: whoever has a password, over TLS. */
const rules = "hostnossl all all all reject\nhostssl all all all scram-sha-256\n";

/** Puts into the data folder what PostgreSQL needs to be reached over TLS alone; returns its settings. */
export function overTls(
  folder: string,
  tls: ServerCertificate,
  account: Account,
): Readonly<Record<string, string>> {
  const { certificateFile, keyFile } = writeCertificate(folder, tls);
  const rulesFile = join(folder, "pg_hba.tls.conf");
  writeFileSync(rulesFile, rules, { mode: 0o600 });
  for (const file of [certificateFile, keyFile, rulesFile]) giveTo(file, account);
  return { ssl: "on", hba_file: rulesFile };
}
