import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { startSlapd } from "@team-chat/servers";
import { newCertificate } from "@team-chat/testkit";
import { Client } from "ldapts";

const suffix = "dc=company,dc=example";
const adminPassword = "administrator";

/** Password of everybody in it. */
export const directoryPassword = "correct horse battery";

/** OpenLDAP's server, in which `people` are. */
export interface CompanyDirectory extends AsyncDisposable {
  /** Settings with which an organization uses it. */
  readonly settings: object;
  remove(uid: string): Promise<void>;
}

/** Starts a directory with these people, and an account that searches. */
export async function startDirectory(people: readonly string[]): Promise<CompanyDirectory> {
  const folder = mkdtempSync(path.join(tmpdir(), "directory-"));
  const server = await startSlapd({
    dataDir: path.join(folder, "slapd"),
    suffix,
    adminPassword,
    sizeLimit: 600,
    tls: newCertificate(),
  });
  const admin = new Client({ url: server.url });
  await admin.bind(`cn=admin,${suffix}`, adminPassword);
  await admin.add(suffix, {
    objectClass: ["dcObject", "organization"],
    dc: "company",
    o: "Company",
  });
  const account = { objectClass: ["organizationalRole", "simpleSecurityObject"], cn: "chat" };
  await admin.add(`cn=chat,${suffix}`, { ...account, userPassword: directoryPassword });
  const base = `ou=people,${suffix}`;
  await admin.add(base, { objectClass: "organizationalUnit", ou: "people" });
  for (const uid of people)
    await admin.add(`uid=${uid},${base}`, {
      objectClass: "inetOrgPerson",
      cn: `${uid} of the company`,
      sn: uid,
      mail: `${uid}@example.com`,
      userPassword: directoryPassword,
    });
  return {
    settings: {
      kind: "openldap",
      url: server.url,
      base,
      bindDn: `cn=chat,${suffix}`,
      bindPassword: directoryPassword,
    },
    remove: (uid) => admin.del(`uid=${uid},${base}`),
    [Symbol.asyncDispose]: async () => {
      await admin.unbind();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
