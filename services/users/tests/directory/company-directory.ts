import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type SlapdHandle, startSlapd } from "@team-chat/servers";
import { Attribute, Change, Client } from "ldapts";

import { certificates } from "./certificates.ts";

const suffix = "dc=company,dc=example";
const adminPassword = "administrator";

/** Password of everybody in it. */
export const directoryPassword = "correct horse battery";

interface Given {
  readonly mail?: string;
  readonly cn?: string;
  readonly phone?: string;
  readonly picture?: Buffer;
  readonly title?: string;
}

/** OpenLDAP's server with the people of a company. */
export class CompanyDirectory implements AsyncDisposable {
  readonly server: SlapdHandle;
  readonly #admin: Client;
  readonly #folder: string;

  private constructor(server: SlapdHandle, folder: string) {
    this.server = server;
    this.#folder = folder;
    this.#admin = new Client({ url: server.url });
  }

  static async start(): Promise<CompanyDirectory> {
    const folder = mkdtempSync(join(tmpdir(), `slapd-${randomUUID()}-`));
    const server = await startSlapd({
      dataDir: join(folder, "slapd"),
      suffix,
      adminPassword,
      sizeLimit: 600,
      tls: { certificate: certificates.server, key: certificates.serverKey },
    });
    const company = new CompanyDirectory(server, folder);
    await company.#fill();
    return company;
  }

  async #fill(): Promise<void> {
    await this.#admin.bind(`cn=admin,${suffix}`, adminPassword);
    await this.#admin.add(suffix, {
      objectClass: ["dcObject", "organization"],
      dc: "company",
      o: "Company",
    });
    for (const ou of ["people", "groups", "elsewhere"])
      await this.#admin.add(`ou=${ou},${suffix}`, { objectClass: "organizationalUnit", ou });
    await this.#admin.add(`cn=chat,${suffix}`, {
      objectClass: ["organizationalRole", "simpleSecurityObject"],
      cn: "chat",
      userPassword: directoryPassword,
    });
  }

  /** Settings with which an organization uses it: search, then bind. */
  settings(more: object = {}): object {
    return {
      kind: "openldap",
      url: this.server.tlsUrl,
      certificateAuthority: certificates.authority,
      base: `ou=people,${suffix}`,
      bindDn: `cn=chat,${suffix}`,
      bindPassword: directoryPassword,
      ...more,
    };
  }

  dnOf(uid: string): string {
    return `uid=${uid},ou=people,${suffix}`;
  }

  readonly groups = `ou=groups,${suffix}`;

  async add(uid: string, { cn = uid, mail, phone, picture, title }: Given = {}): Promise<void> {
    await this.#admin.add(this.dnOf(uid), {
      objectClass: "inetOrgPerson",
      cn,
      sn: uid,
      mail: mail ?? `${uid}@example.com`,
      userPassword: directoryPassword,
      ...(phone !== undefined && { telephoneNumber: phone }),
      ...(title !== undefined && { title }),
    });
    if (picture !== undefined) await this.change(this.dnOf(uid), "jpegPhoto", [picture]);
  }

  async remove(uid: string): Promise<void> {
    await this.#admin.del(this.dnOf(uid));
  }

  /** Replaces an attribute; no value removes it. */
  async change(dn: string, type: string, values: readonly Buffer[]): Promise<void> {
    const modification = new Attribute({ type, values: [...values] });
    await this.#admin.modify(dn, new Change({ operation: "replace", modification }));
  }

  async addGroup(cn: string, uids: readonly string[]): Promise<void> {
    await this.#admin.add(`cn=${cn},${this.groups}`, {
      objectClass: "groupOfNames",
      cn,
      member: uids.map((uid) => this.dnOf(uid)),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#admin.unbind();
    await this.server.stop();
    rmSync(this.#folder, { recursive: true });
  }
}
