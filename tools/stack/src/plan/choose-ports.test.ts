import { createServer } from "node:net";

import { expect, test } from "vitest";

import { choosePorts, PortTakenError } from "./choose-ports.ts";

async function takenPort(): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { port, [Symbol.asyncDispose]: close };
}

/** A port that was free a moment ago and that nobody has reserved. */
async function freePort(): Promise<number> {
  await using taken = await takenPort();
  return taken.port;
}

test("a taken port that was asked for is one sentence that says what to do", async () => {
  await using taken = await takenPort();
  const chosen = choosePorts({}, { gateway: taken.port });
  await expect(chosen).rejects.toThrow(PortTakenError);
  await expect(chosen).rejects.toThrow(/^Port \d+ is taken .+PORT=9981 npm start\)\.$/);
});

test("a process whose usual port is taken gets another one", async () => {
  await using taken = await takenPort();
  const { worker } = await choosePorts({ worker: taken.port }, {});
  expect(worker).not.toBe(taken.port);
});

test("no two processes get the same port", async () => {
  const wish = await freePort();
  const { first, second } = await choosePorts({ first: wish, second: wish }, {});
  expect(first).toBe(wish);
  expect(second).not.toBe(wish);
});
