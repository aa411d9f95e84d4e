import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { answers } from "./answers.ts";
import { launch } from "./launch.ts";
import { locateServer } from "./locate-server.ts";
import { onFreePort } from "./on-free-port.ts";
import { findFreePort } from "./ports.ts";
import { type ServerCertificate, writeCertificate } from "./server-certificate.ts";
import type { ServerHandle } from "./server-handle.ts";

/** Options of an LDAP server of our own. */
export interface SlapdOptions {
  /** Its working folder; made when missing; absolute. */
  readonly dataDir: string;
  readonly port?: number;
  /** Name of the tree that it has, which is empty. */
  readonly suffix: string;
  /** Password of `cn=admin,<suffix>`, who may do everything. */
  readonly adminPassword: string;
  /** Most entries that a search finds for anybody else without pages. */
  readonly sizeLimit: number;
  /** For StartTLS and for `tlsUrl`. */
  readonly tls: ServerCertificate;
}

/** An LDAP server; `url` begins with `ldap://`. */
export interface SlapdHandle extends ServerHandle {
  /** Address at which it speaks TLS from the beginning. */
  readonly tlsUrl: string;
}

/** Starts OpenLDAP's server on the loopback interface, with people as in `inetOrgPerson` and `memberOf`. */
export async function startSlapd(options: SlapdOptions): Promise<SlapdHandle> {
  const { dataDir, tls } = options;
  const command = await locateServer("slapd");
  mkdirSync(join(dataDir, "data"), { recursive: true, mode: 0o700 });
  writeCertificate(dataDir, tls);
  writeFileSync(join(dataDir, "slapd.conf"), configuration(options), { mode: 0o600 });
  return await onFreePort(options.port, async (port) => {
    const tlsPort = await findFreePort();
    const url = `ldap://127.0.0.1:${port}`;
    const tlsUrl = `ldaps://127.0.0.1:${tlsPort}`;
    const launched = await launch({
      command,
      // With a level of debugging it stays in the foreground.
      args: ["-f", join(dataDir, "slapd.conf"), "-h", `${url} ${tlsUrl}`, "-d", "0"],
      cwd: dataDir,
      logFile: `${dataDir}.log`,
      stopSignal: "SIGTERM",
      // It listens at both addresses before it answers at one.
      isReady: () => answers(port, anonymousBind),
    });
    const stop = () => launched.stop();
    return { name: "slapd", port, url, tlsUrl, ...launched, [Symbol.asyncDispose]: stop };
  });
}

/** Bytes of a bind of nobody, and of the beginning of the answer to it. */
const anonymousBind = {
  question: "0\x0c\x02\x01\x01`\x07\x02\x01\x03\x04\x00\x80\x00",
  expected: "0\x0c\x02\x01\x01a",
};

function configuration({ adminPassword, dataDir, sizeLimit, suffix }: SlapdOptions): string {
  const schemas = ["core", "cosine", "inetorgperson"];
  return [
    ...schemas.map((name) => `include /etc/ldap/schema/${name}.schema`),
    "modulepath /usr/lib/ldap",
    "moduleload back_mdb",
    "moduleload memberof",
    `TLSCertificateFile "${join(dataDir, "server.crt")}"`,
    `TLSCertificateKeyFile "${join(dataDir, "server.key")}"`,
    "database mdb",
    `suffix "${suffix}"`,
    `rootdn "cn=admin,${suffix}"`,
    `rootpw ${adminPassword}`,
    `directory "${join(dataDir, "data")}"`,
    // Passwords are for logging in with only; everything else is read by whoever has logged in.
    "access to attrs=userPassword by anonymous auth by * none",
    "access to * by users read by * none",
    `limits users size.soft=${sizeLimit} size.hard=${sizeLimit} size.prtotal=unlimited`,
    "overlay memberof",
    "",
  ].join("\n");
}
