import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { answers } from "./answers.ts";
import { launch } from "./launch.ts";
import { locateServer } from "./locate-server.ts";
import { onFreePort } from "./on-free-port.ts";
import { type ServerCertificate, writeCertificate } from "./server-certificate.ts";
import type { ServerHandle } from "./server-handle.ts";

/** Options of a Redis server of our own. */
export interface RedisOptions {
  /** Its working folder; nothing is kept there. Made when missing; absolute. */
  readonly dataDir: string;
  /** A free one by default. */
  readonly port?: number;
  /** `<dataDir>.log` by default. */
  readonly logFile?: string;
  readonly onSpawn?: (pid: number) => void;
  /** Passwords of those whom it lets in, by name, of which each is as good; everybody when left out. */
  readonly users?: RedisUsers | undefined;
  /** It speaks TLS, and nothing else, with this; without TLS when left out. */
  readonly tls?: ServerCertificate | undefined;
}

/** Passwords of the users of a Redis server, by name, or what its file of users says (`users.acl`). */
export type RedisUsers = Readonly<Record<string, readonly string[]>> | string;

/** Starts redis-server without persistence on the loopback interface: what is in Redis may always be lost. */
export async function startRedis(options: RedisOptions): Promise<ServerHandle> {
  const { dataDir, logFile = `${dataDir}.log`, tls, users } = options;
  const command = await locateServer("redis-server");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const configFile = join(dataDir, "redis.conf");
  writeFileSync(configFile, configuration(options), { mode: 0o600 });
  return await onFreePort(options.port, async (port) => {
    const launched = await launch({
      command,
      args: [configFile, tls === undefined ? "--port" : "--tls-port", String(port)],
      cwd: dataDir,
      logFile,
      stopSignal: "SIGTERM",
      isReady: () =>
        answers(port, {
          question: "PING\r\n",
          isSecure: tls !== undefined,
          expected: users === undefined ? "+PONG" : "-NOAUTH",
        }),
      onSpawn: options.onSpawn,
    });
    const url = `${tls === undefined ? "redis" : "rediss"}://127.0.0.1:${port}`;
    return { name: "redis", port, url, ...launched, [Symbol.asyncDispose]: () => launched.stop() };
  });
}

/** Passwords stand in a file, because everybody sees the arguments of programs. */
function configuration({ dataDir, tls, users }: RedisOptions): string {
  const closed = users === undefined ? [] : linesOf(users);
  const secure = tls === undefined ? [] : tlsLines(dataDir, tls);
  return ["bind 127.0.0.1", 'save ""', "appendonly no", ...secure, ...closed, ""].join("\n");
}

function tlsLines(dataDir: string, tls: ServerCertificate): readonly string[] {
  const { certificateFile, keyFile } = writeCertificate(dataDir, tls);
  return [
    "port 0",
    `tls-cert-file "${certificateFile}"`,
    `tls-key-file "${keyFile}"`,
    // It asks for an authority, though clients need no certificates.
    `tls-ca-cert-file "${certificateFile}"`,
    "tls-auth-clients no",
  ];
}

function linesOf(users: RedisUsers): readonly string[] {
  if (typeof users === "string") return [users];
  const lines = Object.entries(users).map(([name, passwords]) => {
    const any = passwords.map((password) => `>${password}`).join(" ");
    return `user ${name} on ${any} ~* &* +@all -@admin -@dangerous +info`;
  });
  return ["user default off", ...lines];
}
