import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const host = "127.0.0.1";

/** Tells whether a port of the loopback interface can be listened on right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

// Below the ports that systems hand out to outgoing connections, any of which could come in between.
const lowest = 10_000;
const highest = 29_999;
const attempts = 100;

/** Returns a loopback port that was free a moment ago: whoever uses it must cope with losing the race. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`Found no free port from ${lowest} to ${highest}.`);
}
