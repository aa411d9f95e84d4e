import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { describe, test } from "vitest";

import { askOverLink } from "../src/link/ask.ts";
import { pieceBytes, windowPieces } from "../src/link/lengths.ts";
import { linkPath, linkUpgrade } from "../src/link/protocol.ts";
import {
  call,
  head,
  identity,
  openRequestLink,
  quickPulse,
  startLinkService,
  text,
} from "./link-service.ts";
import { startUpstream } from "./upstream.ts";

const upgrade = `GET ${linkPath} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${linkUpgrade}\r\n\r\n`;
const noLimits = { headersTimeoutMs: 0, bodyTimeoutMs: 0 };

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

describe("a link is refused", () => {
  test("by a service to whoever does not know the key, before anything is carried out", async ({
    expect,
  }) => {
    await using service = await startLinkService();
    using stranger = openRequestLink(service.origin, { key: "ff".repeat(16) });
    const socket = connect(service.port, "127.0.0.1");
    const request = Buffer.from(`\0\0\0\0${JSON.stringify(head("/x"))}`);
    request.writeUInt32BE(request.length - 4, 0);
    const frame = Buffer.alloc(9);
    frame.writeUInt32BE(5 + request.length, 0);
    frame.writeUInt8(5, 4);
    frame.writeUInt32BE(1, 5);
    socket.resume().write(Buffer.concat([Buffer.from(upgrade), frame, request]));
    await once(socket, "close");
    expect(stranger.link.ready).toBe(false);
    expect(service.arrived.size).toBe(0);
  });

  test("by a caller when the service does not know the key", async ({ expect }) => {
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
    using caller = openRequestLink(`http://127.0.0.1:${port}`);
    await ended.promise;
    expect(caller.link.ready).toBe(false);
  });

  test("by a server that has none", async ({ expect }) => {
    const asked = Promise.withResolvers<undefined>();
    await using upstream = await startUpstream(() => undefined);
    upstream.server.on("connection", (socket) =>
      socket.on("close", () => asked.resolve(undefined)),
    );
    using caller = openRequestLink(upstream.url);
    await asked.promise;
    expect(caller.link.ready).toBe(false);
  });
});

describe("a request over a link", () => {
  test("arrives as it was sent, and its answer as it was given", async ({ expect }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin);
    expect(await caller.changes.take()).toBe(true);
    const sent = head("/api/v1/a%2Fb?c=d é", "PATCH");
    const body = Buffer.from([0, 255, 10]);
    const answered = askOverLink(caller.link, {
      head: sent,
      body,
      limits: noLimits,
      signal: undefined,
    });
    const { answer, incoming } = await service.arrived.take();
    const { hasBody, method, target } = incoming;
    expect({ hasBody, method, target }).toEqual({
      hasBody: true,
      method: "PATCH",
      target: sent.target,
    });
    expect([incoming.header("x-own"), incoming.header("x-other")]).toEqual(["1", undefined]);
    expect(incoming.identity()).toEqual(identity);
    expect((await incoming.body(3)).equals(body)).toBe(true);
    expect(() => incoming.body(2)).toThrow(expect.objectContaining({ code: "REQUEST_TOO_LARGE" }));
    answer({ status: 418, headers: ["X-Own", "é"], body: [Buffer.from("sho"), Buffer.from("rt")] });
    const { body: pieces, status } = await answered;
    expect([status, Buffer.concat(pieces).toString()]).toEqual([418, "short"]);
    expect(service.overHttp).toBe(0);
  });

  test("gets answers of any size whole, however many are under way", async ({ expect }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin);
    await caller.changes.take();
    const whole = pieceBytes * windowPieces;
    const sizes = [0, 1, pieceBytes, whole - 1, whole, whole + 1, 1_000_003, 5_000_000];
    const bodyOf = (size: number) => Buffer.alloc(size, `${size} `);
    const answers = sizes.map((size) =>
      askOverLink(caller.link, {
        head: head(`/${size}`),
        body: null,
        limits: noLimits,
        signal: undefined,
      }),
    );
    for (const _size of sizes) {
      const { answer, incoming } = await service.arrived.take();
      const body = bodyOf(Number(incoming.target.slice(1)));
      const cut = Math.floor(body.length / 3);
      answer({
        status: 200,
        headers: [],
        body: [body.subarray(0, cut), Buffer.alloc(0), body.subarray(cut)],
      });
    }
    for (const [index, { body }] of (await Promise.all(answers)).entries())
      expect(Buffer.concat(body).equals(bodyOf(sizes[index] ?? 0))).toBe(true);
  });

  test("is answered while a long answer waits for a slow reader, of whom it is not sent more than he takes", async ({
    expect,
  }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin);
    await caller.changes.take();
    const long = call(caller.link, "/long");
    (await service.arrived.take()).answer(text("x".repeat(pieceBytes * 6)));
    expect(await long.heard.take()).toBe(`beginning 200 ${pieceBytes}`);
    for (let at = 1; at < windowPieces; at += 1)
      expect(await long.heard.take()).toBe(`piece ${pieceBytes}`);
    const short = call(caller.link, "/short");
    (await service.arrived.take()).answer(text("short"));
    expect(await short.heard.take()).toBe("answer 200 short");
    expect(long.heard.size).toBe(0);
    long.made.more();
    expect(await long.heard.take()).toBe(`piece ${pieceBytes}`);
    long.made.more();
    expect(await long.heard.take()).toBe(`last ${pieceBytes}`);
  });

  test("that nobody waits for any more is ended at the service, whole or in the middle of its answer", async ({
    expect,
  }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin);
    await caller.changes.take();
    const unanswered = call(caller.link, "/a");
    const begun = call(caller.link, "/b");
    const [a, b] = [await service.arrived.take(), await service.arrived.take()];
    const signals = [a.incoming.signal, b.incoming.signal];
    b.answer(text("x".repeat(pieceBytes * 9)));
    await begun.heard.take();
    for (const { made } of [unanswered, begun]) made.abandon();
    for (const signal of signals) if (!signal.aborted) await once(signal, "abort");
    a.answer(text("late"));
    const next = call(caller.link, "/c");
    (await service.arrived.take()).answer(text("next"));
    expect(await next.heard.take()).toBe("answer 200 next");
    expect(unanswered.heard.size).toBe(0);
  });

  test("that takes too long fails, and is ended at the service", async ({ expect }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin);
    await caller.changes.take();
    const late = call(caller.link, "/late", 30);
    const { signal } = (await service.arrived.take()).incoming;
    expect(await late.heard.take()).toBe("LINK_TIMEOUT");
    if (!signal.aborted) await once(signal, "abort");
  });

  test("waits for its turn when as many as allowed are under way", async ({ expect }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin, { atOnce: 2 });
    await caller.changes.take();
    const calls = ["/a", "/b", "/c"].map((target) => call(caller.link, target));
    const first = await service.arrived.take();
    const second = await service.arrived.take();
    expect(service.arrived.size).toBe(0);
    second.answer(text("b"));
    expect(await calls[1]?.heard.take()).toBe("answer 200 b");
    const third = await service.arrived.take();
    expect([first, third].map(({ incoming }) => incoming.target)).toEqual(["/a", "/c"]);
  });
});

describe("a link that ends", () => {
  test("fails what was sent as perhaps carried out, what was not sent as not, and ends the work", async ({
    expect,
  }) => {
    await using service = await startLinkService();
    await using relay = await startRelay(service.port);
    using caller = openRequestLink(relay.origin, { atOnce: 1 });
    await caller.changes.take();
    const sent = call(caller.link, "/sent");
    const waiting = call(caller.link, "/waiting");
    const { signal } = (await service.arrived.take()).incoming;
    relay.cut();
    expect(await waiting.heard.take()).toBe("LINK_UNSENT");
    expect(await sent.heard.take()).toBe("LINK_CUT");
    if (!signal.aborted) await once(signal, "abort");
    expect(await caller.changes.take()).toBe(false);
    expect(await caller.changes.take()).toBe(true);
    const again = call(caller.link, "/again");
    (await service.arrived.take()).answer(text("again"));
    expect(await again.heard.take()).toBe("answer 200 again");
  });

  test("is noticed by both sides when the network goes silent", async ({ expect }) => {
    await using service = await startLinkService({ pulse: quickPulse });
    await using relay = await startRelay(service.port);
    using caller = openRequestLink(relay.origin, { pulse: quickPulse });
    await caller.changes.take();
    const asked = call(caller.link, "/x");
    const { signal } = (await service.arrived.take()).incoming;
    relay.silence();
    expect(await asked.heard.take()).toBe("LINK_CUT");
    if (!signal.aborted) await once(signal, "abort");
  });

  test("because the service stops lets everything finish that was sent before, and takes nothing new", async ({
    expect,
  }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin);
    await caller.changes.take();
    const running = call(caller.link, "/running");
    const arrived = await service.arrived.take();
    const long = call(caller.link, "/long");
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

  test("because the caller lets go of the process ends when everything is answered", async ({
    expect,
  }) => {
    await using service = await startLinkService();
    using caller = openRequestLink(service.origin);
    await caller.changes.take();
    const running = call(caller.link, "/running");
    const arrived = await service.arrived.take();
    caller.link.retire();
    expect(caller.link.ready).toBe(false);
    arrived.answer(text("done"));
    expect(await running.heard.take()).toBe("answer 200 done");
    await service.close();
  });
});
