import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
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

/**
 * Returns a free loopback port that nobody else is given by this function while this process lives. Other programs may
 * still take it: whoever uses it must cope with that.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await reserveIfFree(port)) return port;
  }
  throw new Error(`Found no free port from ${lowest} to ${highest}.`);
}

/**
 * Reserves a loopback port for this process as long as it lives, against every other caller of this function and of
 * `findFreePort`, so that two that start at the same time do not choose the same one.
 *
 * @returns false when it is reserved already, or another program listens there.
 */
export async function reserveIfFree(port: number): Promise<boolean> {
  return (await isPortFree(port)) && (await reserve(port));
}

/**
 * Takes the UDP port of the same number until this process ends, which only one process can: nothing here speaks UDP.
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: host, exclusive: true }, () => resolve(true));
    socket.unref();
  });
}
