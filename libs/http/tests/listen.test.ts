import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer, text as readText } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";

import { maxAnswerWaitMs } from "@team-chat/rpc";
import { findFreePort } from "@team-chat/servers";
import { nextLook } from "@team-chat/testkit";
import { afterEach, describe, onTestFinished, test, vi } from "vitest";

import { listen, type RunningServer } from "../src/index.ts";

let running: RunningServer | undefined;
afterEach(async () => running?.close());

/** A server that answers when told to. */
async function start(
  settings: { graceMs?: number; drainMs?: number; ready?: () => Promise<void> } = {},
) {
  const arrived = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<undefined>();
  const { ready = () => Promise.resolve(), ...rest } = settings;
  running = await listen(
    {
      ready,
      handler(_req, res) {
        arrived.resolve(undefined);
        void answer.promise.then(() => res.end("done"));
      },
    },
    { host: "127.0.0.1", port: 0, ...rest },
  );
  return {
    running,
    arrived: arrived.promise,
    answer: () => answer.resolve(undefined),
    port: running.port,
  };
}

async function get(
  port: number,
  options: { path: string; agent?: Agent },
): Promise<{ status: number; body: string; close: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ host: "127.0.0.1", port, ...options }, resolve)
    .on("error", reject)
    .end();
  const response = await promise;
  const body = (await buffer(response)).toString();
  return { status: response.statusCode ?? 0, body, close: response.headers.connection === "close" };
}

describe("the probes", () => {
  test("the probes say why the process is not ready, while it stays alive", async ({ expect }) => {
    const { port } = await start({
      ready: () => Promise.reject(new Error("Postgres does not answer")),
    });
    expect(await get(port, { path: "/readyz" })).toMatchObject({
      status: 503,
      body: '{"ready":false,"problem":"Postgres does not answer"}\n',
    });
    expect(await get(port, { path: "/livez" })).toMatchObject({ status: 200 });
  });

  test("the probes do not wait for a dependency that never answers", async ({ expect }) => {
    const { port } = await start({ ready: () => Promise.withResolvers<undefined>().promise });
    expect(await get(port, { path: "/readyz" })).toMatchObject({ status: 503 });
  });

  test("the probes say when it is ready", async ({ expect }) => {
    const { port } = await start();
    expect(await get(port, { path: "/readyz" })).toMatchObject({
      status: 200,
      body: '{"ready":true}\n',
    });
  });
});

/** A server with a port that it could share with others. */
async function startShared(becomesReady = Promise.resolve()) {
  const sharedPort = await findFreePort();
  const app = { handler() {}, ready: () => becomesReady };
  const shared = await listen(app, { host: "127.0.0.1", port: 0, sharedPort });
  const accepted: Socket[] = [];
  shared.server.on("connection", (socket: Socket) => accepted.push(socket));
  const open = () => connect(sharedPort, "127.0.0.1");
  return { accepted, open, shared };
}

/** A server that has joined the port that it shares. */
async function startReady() {
  const started = await startShared();
  await get(started.shared.port, { path: "/readyz" });
  // The probe came by a connection too.
  started.accepted.length = 0;
  return started;
}

describe("a port that processes share (docs/subsystems/gateway.md#when-something-fails)", () => {
  test("a shared port is joined by a process that is ready, which it says from then on", async ({
    expect,
  }) => {
    const becomesReady = Promise.withResolvers<void>();
    const { accepted, open, shared } = await startShared(becomesReady.promise);
    await expect(once(open(), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    becomesReady.resolve();
    expect(await get(shared.port, { path: "/readyz" })).toMatchObject({ status: 200 });
    const one = open();
    await once(shared.server, "connection");
    expect(accepted.at(-1)?.remotePort).toBe(one.localPort);
    one.destroy();
    await shared.close();
  });

  test("a process that stops before it was ready never joins the shared port", async ({
    expect,
  }) => {
    const becomesReady = Promise.withResolvers<void>();
    const { open, shared } = await startShared(becomesReady.promise);
    await shared.close();
    becomesReady.resolve();
    await becomesReady.promise;
    await expect(once(open(), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("connections that come to a shared port all at once are accepted before later ones", async ({
    expect,
  }) => {
    const { accepted, open, shared } = await startReady();
    const herd = Array.from({ length: 1000 }, open);
    await once(shared.server, "connection");
    const late = open();
    onTestFinished(() => [...herd, late].forEach((socket) => socket.destroy()));
    const isLate = (socket: Socket) => socket.remotePort === late.localPort;
    while (!accepted.some(isLate)) await once(shared.server, "connection");
    expect(accepted.findIndex(isLate)).toBe(herd.length);
    [...herd, late].forEach((socket) => socket.destroy());
    await shared.close();
  });

  test("connections that wait at a shared port when it is left are accepted", async ({
    expect,
  }) => {
    const { accepted, open, shared } = await startReady();
    const herd = Array.from({ length: 100 }, open);
    const ended = herd.map((socket) => once(socket, "close"));
    await once(shared.server, "connection");
    await shared.close();
    await Promise.all(ended);
    expect(accepted).toHaveLength(herd.length);
  });
});

test("connections that wait at a port when its process stops are accepted (docs/subsystems/gateway.md#when-something-fails)", async ({
  expect,
}) => {
  const { accepted, shared } = await startReady();
  const herd = Array.from({ length: 100 }, () => connect(shared.port, "127.0.0.1"));
  const ended = herd.map((socket) => once(socket, "close"));
  await once(shared.server, "connection");
  await shared.close();
  await Promise.all(ended);
  expect(accepted).toHaveLength(herd.length);
});

describe("a port at which many connections are accepted in a turn (docs/adr/0022-too-much-to-do.md)", () => {
  const settings = { host: "127.0.0.1", acceptsAtOnce: 32 };
  const app = { handler() {}, ready: () => Promise.resolve() };

  test("a port that accepts many at once is refused to whoever listens there already, and to others after it", async ({
    expect,
  }) => {
    const first = await listen(app, { ...settings, port: 0 });
    const taken = { ...settings, port: first.port };
    const inUse = { code: "EADDRINUSE" };
    await expect(listen(app, taken)).rejects.toMatchObject(inUse);
    await expect(listen(app, { ...taken, acceptsAtOnce: 1 })).rejects.toMatchObject(inUse);
    await first.close();
    const plain = await listen(app, { ...taken, acceptsAtOnce: 1 });
    await expect(listen(app, taken)).rejects.toMatchObject(inUse);
    await plain.close();
  });

  test("a thousand connections that come at once are accepted in far fewer turns, and none is lost at the end", async ({
    expect,
  }) => {
    const { close, port, server } = await listen(app, { ...settings, port: 0 });
    const accepted: Socket[] = [];
    server.on("connection", (socket: Socket) => accepted.push(socket));
    const herd = Array.from({ length: 1000 }, () => connect(port, "127.0.0.1"));
    const ended = herd.map((socket) => once(socket, "close"));
    let turns = 0;
    for (; accepted.length < 500; turns += 1) await nextTurn();
    expect(turns).toBeLessThan(100);
    await close();
    await Promise.all(ended);
    expect(accepted).toHaveLength(herd.length);
  });
});

test("a request that does not arrive in time is answered with 408", async ({ expect }) => {
  const { port, running: server } = await start();
  server.server.headersTimeout = 1;
  for (const begun of ["GET / HT", "POST / HTTP/1.1\r\nHost: a\r\n"]) {
    const socket = connect(port, "127.0.0.1");
    socket.write(begun);
    const [head, body = ""] = (await readText(socket)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(body)).toMatchObject({ result: "error", code: "REQUEST_TIMEOUT" });
  }
});

test("a body that is no body any more ends what was begun", async ({ expect }) => {
  const { port } = await start();
  const socket = connect(port, "127.0.0.1");
  socket.write(
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nno chunk\r\n",
  );
  const [head, body = ""] = (await readText(socket)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(body)).toMatchObject({ result: "error", code: "BAD_REQUEST" });
});

describe("closing", () => {
  test("closing fails readiness at once and goes on answering while it drains", async ({
    expect,
  }) => {
    const { port, running: server, answer } = await start({ drainMs: 3000 });
    const closed = server.close();
    expect(await get(port, { path: "/readyz" })).toMatchObject({
      status: 503,
      body: '{"ready":false,"problem":"stopping"}\n',
    });
    answer();
    expect(await get(port, { path: "/work" })).toMatchObject({ status: 200, close: true });
    await closed;
  });

  test("closing ends the connection of a request that is running with its answer, while it drains", async ({
    expect,
  }) => {
    const { port, running: server, arrived, answer } = await start({ drainMs: 100 });
    const agent = new Agent({ keepAlive: true });
    const begun = get(port, { path: "/work", agent });
    await arrived;
    const closed = server.close();
    answer();
    expect(await begun).toMatchObject({ status: 200, close: true });
    await closed;
    agent.destroy();
  });

  test("closing finishes the request that is running, takes no new one and lets idle connections go", async ({
    expect,
  }) => {
    const { port, running: server, arrived, answer } = await start();
    const agent = new Agent({ keepAlive: true });
    await get(port, { path: "/livez", agent });
    const idle = connect(port, "127.0.0.1");
    await once(idle, "connect");
    const slow = get(port, { path: "/work", agent });
    await arrived;
    const closed = server.close();
    while (server.server.listening) await nextLook();
    await expect(get(port, { path: "/livez" })).rejects.toThrow("ECONNREFUSED");
    answer();
    expect(await slow).toMatchObject({ status: 200, body: "done" });
    await closed;
    agent.destroy();
    idle.destroy();
  });

  test("closing leaves a request alone for as long as its caller may wait", async ({ expect }) => {
    const { port, running: server, arrived, answer } = await start();
    const slow = get(port, { path: "/work" });
    await arrived;
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const closed = server.close();
    while (server.server.listening) await nextLook();
    vi.advanceTimersByTime(maxAnswerWaitMs - 1);
    answer();
    expect(await slow).toMatchObject({ status: 200, body: "done" });
    await closed;
  });

  test("closing cuts off what is not finished in time", async ({ expect }) => {
    const { port, running: server, arrived } = await start({ graceMs: 50 });
    const stuck = get(port, { path: "/work" });
    const failed = expect(stuck).rejects.toThrow("socket hang up");
    await arrived;
    await server.close();
    await failed;
  });
});
