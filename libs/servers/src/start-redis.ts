import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { answers } from "./answers.ts";
import { launch } from "./launch.ts";
import { locateServer } from "./locate-server.ts";
import { onFreePort } from "./on-free-port.ts";
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
}

/** Passwords of the users of a Redis server, by name, or what its file of users says (`users.acl`). */
export type RedisUsers = Readonly<Record<string, readonly string[]>> | string;

/** Starts redis-server without persistence on the loopback interface: what is in Redis may always be lost. */
export async function startRedis(options: RedisOptions): Promise<ServerHandle> {
  const { dataDir, logFile = `${dataDir}.log`, users } = options;
  const command = await locateServer("redis-server");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const configFile = join(dataDir, "redis.conf");
  writeFileSync(configFile, configuration(users), { mode: 0o600 });
  return await onFreePort(options.port, async (port) => {
    const launched = await launch({
      command,
      args: [configFile, "--port", String(port)],
      cwd: dataDir,
      logFile,
      stopSignal: "SIGTERM",
      isReady: () =>
        answers(port, {
          question: "PING\r\n",
          expected: users === undefined ? "+PONG" : "-NOAUTH",
        }),
      onSpawn: options.onSpawn,
    });
    const url = `redis://127.0.0.1:${port}`;
    return { name: "redis", port, url, ...launched, [Symbol.asyncDispose]: () => launched.stop() };
  });
}

/** Passwords stand in a file, because everybody sees the arguments of programs. */
function configuration(users: RedisUsers | undefined): string {
  const closed = users === undefined ? [] : linesOf(users);
  return ["bind 127.0.0.1", 'save ""', "appendonly no", ...closed, ""].join("\n");
}

function linesOf(users: RedisUsers): readonly string[] {
  if (typeof users === "string") return [users];
  const lines = Object.entries(users).map(([name, passwords]) => {
    const any = passwords.map((password) => `>${password}`).join(" ");
    return `user ${name} on ${any} ~* &* +@all -@admin -@dangerous +info`;
  });
  return ["user default off", ...lines];
}
