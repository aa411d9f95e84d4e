import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, createServer, type Socket } from "node:net";

import { pieceBytes, upgradePath, upgradeProtocol, windowPieces } from "@team-chat/rpc";
import { describe, test } from "vitest";

import {
  call,
  head,
  openConnection,
  quickHeartbeat,
  startRpcService,
  text,
} from "./rpc-service.ts";
import { startUpstream } from "./upstream.ts";

const upgrade = `GET ${upgradePath} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${upgradeProtocol}\r\n\r\n`;

/** Passes bytes on both ways until it is told to swallow them. */
async function startRelay(port: number) {
  const sockets: Socket[] = [];
  let silent = false;
  const server = createServer((socket) => {
    const onward = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.push(from);
      from.on("data", (chunk: Buffer) => silent || to.write(chunk));
      from.on("error", () => undefined).on("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    silence: () => (silent = true),
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("a connection is refused", () => {
  test("a connection is refused by a service to those who do not know the key, before anything is carried out", async ({
    expect,
  }) => {
    await using service = await startRpcService();
    using stranger = openConnection(service.origin, { key: "ff".repeat(16) });
    const socket = connect(service.port, "127.0.0.1");
    const request = Buffer.from(`\0\0\0\0${JSON.stringify(head("/x"))}`);
    request.writeUInt32BE(request.length - 4, 0);
    const frame = Buffer.alloc(9);
    frame.writeUInt32BE(5 + request.length, 0);
    frame.writeUInt8(5, 4);
    frame.writeUInt32BE(1, 5);
    socket.resume().write(Buffer.concat([Buffer.from(upgrade), frame, request]));
    await once(socket, "close");
    expect(stranger.connection.ready).toBe(false);
    expect(service.arrived.size).toBe(0);
  });

  test("a connection is refused by a caller when the service does not know the key", async ({
    expect,
  }) => {
    const ended = Promise.withResolvers<undefined>();
    const challenge = Buffer.concat([Buffer.from("000000250100000000", "hex"), Buffer.alloc(32)]);
    const welcome = Buffer.concat([Buffer.from("000000250300000000", "hex"), Buffer.alloc(32)]);
    await using impostor = createServer((socket) => {
      socket.on("error", () => undefined).on("close", () => ended.resolve(undefined));
      socket.once("data", () => {
        socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
        socket.write(challenge);
        socket.once("data", () => socket.write(welcome));
      });
    }).listen(0, "127.0.0.1");
    await once(impostor, "listening");
    const { port } = impostor.address() as { port: number };
    using caller = openConnection(`http://127.0.0.1:${port}`);
    await ended.promise;
    expect(caller.connection.ready).toBe(false);
  });

  test("a connection is refused by a server that has none", async ({ expect }) => {
    const asked = Promise.withResolvers<undefined>();
    await using upstream = await startUpstream(() => undefined);
    upstream.server.on("connection", (socket) =>
      socket.on("close", () => asked.resolve(undefined)),
    );
    using caller = openConnection(upstream.url);
    await asked.promise;
    expect(caller.connection.ready).toBe(false);
  });
});

describe("a request over a connection", () => {
  test("a request over a connection waits for its turn when as many as allowed are under way", async ({
    expect,
  }) => {
    await using service = await startRpcService();
    using caller = openConnection(service.origin, { atOnce: 2 });
    await caller.changes.take();
    const calls = ["/a", "/b", "/c"].map((target) => call(caller.connection, target));
    const first = await service.arrived.take();
    const second = await service.arrived.take();
    expect(service.arrived.size).toBe(0);
    second.answer(text("b"));
    expect(await calls[1]?.heard.take()).toBe("answer 200 b");
    const third = await service.arrived.take();
    expect([first, third].map(({ incoming }) => incoming.target)).toEqual(["/a", "/c"]);
  });
});

describe("a connection that ends", () => {
  test("a connection that ends fails what was sent as perhaps carried out, and what was not sent as not", async ({
    expect,
  }) => {
    await using service = await startRpcService();
    await using relay = await startRelay(service.port);
    using caller = openConnection(relay.origin, { atOnce: 1 });
    await caller.changes.take();
    const sent = call(caller.connection, "/sent");
    const waiting = call(caller.connection, "/waiting");
    const { signal } = (await service.arrived.take()).incoming;
    relay.cut();
    expect(await waiting.heard.take()).toBe("CALL_UNSENT");
    expect(await sent.heard.take()).toBe("CALL_CUT");
    if (!signal.aborted) await once(signal, "abort");
    expect(await caller.changes.take()).toBe(false);
    expect(await caller.changes.take()).toBe(true);
    const again = call(caller.connection, "/again");
    (await service.arrived.take()).answer(text("again"));
    expect(await again.heard.take()).toBe("answer 200 again");
  });

  test("a connection whose network goes silent is ended by both sides", async ({ expect }) => {
    await using service = await startRpcService({ heartbeat: quickHeartbeat });
    await using relay = await startRelay(service.port);
    using caller = openConnection(relay.origin, { heartbeat: quickHeartbeat });
    await caller.changes.take();
    const asked = call(caller.connection, "/x");
    const { signal } = (await service.arrived.take()).incoming;
    relay.silence();
    expect(await asked.heard.take()).toBe("CALL_CUT");
    if (!signal.aborted) await once(signal, "abort");
  });

  test("a connection that ends because the service stops lets everything finish that was sent before", async ({
    expect,
  }) => {
    await using service = await startRpcService();
    using caller = openConnection(service.origin);
    await caller.changes.take();
    const running = call(caller.connection, "/running");
    const arrived = await service.arrived.take();
    const long = call(caller.connection, "/long");
    const longArrived = await service.arrived.take();
    const closed = service.close();
    expect(await caller.changes.take()).toBe(false);
    arrived.answer(text("done"));
    longArrived.answer(text("x".repeat(pieceBytes * 5)));
    expect(await running.heard.take()).toBe("answer 200 done");
    expect(await long.heard.take()).toBe(`beginning 200 ${pieceBytes}`);
    for (let at = 1; at < windowPieces; at += 1) await long.heard.take();
    long.made.more();
    expect(await long.heard.take()).toBe(`last ${pieceBytes}`);
    await closed;
  });

  test("a process that stops refuses connections as one that comes back, and its successor is connected to soon", async ({
    expect,
  }) => {
    await using service = await startRpcService({ drainMs: 500 });
    using caller = openConnection(service.origin);
    expect(await caller.changes.take()).toBe(true);
    const closed = service.close();
    expect(await caller.changes.take()).toBe(false);
    const headers = { connection: "upgrade", upgrade: upgradeProtocol };
    const asked = get(`${service.origin}${upgradePath}`, { headers });
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(503);
    await closed;
    await using successor = await startRpcService({ port: service.port });
    const since = performance.now();
    expect(await caller.changes.take()).toBe(true);
    // Those that know no connections are asked again after five seconds.
    expect(performance.now() - since).toBeLessThan(4000);
    expect(successor.overHttp).toBe(0);
  });
});
