import { createServer } from "node:net";

const host = "127.0.0.1";

/** Tells whether a port of the loopback interface can be listened on right now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryListen(port)) !== null;
}

/** Returns a loopback port that was free a moment ago: whoever uses it must cope with losing the race. */
export async function findFreePort(): Promise<number> {
  const port = await tryListen(0);
  if (port === null) throw new Error("The system has no free port left.");
  return port;
}

function tryListen(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : null;
      server.close(() => resolve(bound));
    });
  });
}
