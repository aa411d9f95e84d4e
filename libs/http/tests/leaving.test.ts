import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";

import { findFreePort } from "@team-chat/servers";
import { nextLook } from "@team-chat/testkit";
import { describe, onTestFinished, test } from "vitest";

import { listen } from "../src/index.ts";

const request = "GET /work HTTP/1.1\r\nHost: a\r\n\r\n";

async function start(handler: RequestListener, sharedPort?: number) {
  const app = { handler, ready: () => Promise.resolve() };
  const running = await listen(app, { host: "127.0.0.1", port: 0, sharedPort });
  onTestFinished(() => running.close());
  return running;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  return socket;
}

/** Sends a request, and returns its answer, which must be a short one. */
async function ask(socket: Socket): Promise<string> {
  const answered = once(socket, "data");
  socket.write(request);
  const [answer] = (await answered) as [string];
  return answer;
}

/** Computes for so long, so that nothing else is done. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe("a process that stops (docs/subsystems/gateway.md#when-something-fails)", () => {
  test("connections end with their answers only when the shared port has been left", async ({
    expect,
  }) => {
    const sharedPort = await findFreePort();
    const running = await start((_req, res) => res.end("done"), sharedPort);
    await fetch(`http://127.0.0.1:${running.port}/readyz`);
    const socket = await open(sharedPort);
    expect(await ask(socket)).toContain("keep-alive");
    // As long as others come, the port is not left.
    const herd = Array.from({ length: 100 }, () => connect(sharedPort, "127.0.0.1"));
    onTestFinished(() => herd.forEach((one) => one.destroy()));
    const closed = running.close();
    while (!(await ask(socket)).includes("Connection: close"));
    await expect(open(sharedPort)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await closed;
  });

  test("a request that has arrived while the process computed is answered before its connection ends", async ({
    expect,
  }) => {
    const begun = Promise.withResolvers<() => void>();
    let count = 0;
    const running = await start((_req, res) => {
      count += 1;
      if (count > 1) {
        res.end("second");
        return;
      }
      res.writeHead(200, { "Content-Length": 5 }).flushHeaders();
      begun.resolve(() => res.end("first"));
    });
    const socket = await open(running.port);
    const answered = text(socket);
    socket.write(request);
    const answer = await begun.promise;
    const closed = running.close();
    while (running.server.listening) await nextLook();
    // What is read follows after timers from here.
    await nextTurn();
    answer();
    socket.write(request);
    compute(100);
    expect(await answered).toMatch(/first.+second$/s);
    await closed;
  });
});
