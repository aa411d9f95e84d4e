import { mkdirSync } from "node:fs";

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
}

/** Starts redis-server without persistence on the loopback interface: what is in Redis may always be lost. */
export async function startRedis(options: RedisOptions): Promise<ServerHandle> {
  const { dataDir, logFile = `${dataDir}.log` } = options;
  const command = await locateServer("redis-server");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return await onFreePort(options.port, async (port) => {
    const launched = await launch({
      command,
      args: ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      cwd: dataDir,
      logFile,
      stopSignal: "SIGTERM",
      isReady: () => answers(port, { question: "PING\r\n", expected: "+PONG" }),
      onSpawn: options.onSpawn,
    });
    const url = `redis://127.0.0.1:${port}`;
    return { name: "redis", port, url, ...launched, [Symbol.asyncDispose]: () => launched.stop() };
  });
}
