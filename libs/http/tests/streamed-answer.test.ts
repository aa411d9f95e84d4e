// Answers that are read while they are sent (docs/subsystems/uploads.md, "While it is read").
import { once } from "node:events";
import { get } from "node:http";

import { pieceBytes, windowPieces } from "@team-chat/rpc";
import { describe, test } from "vitest";

import { StreamedBody } from "../src/answers/streamed-body.ts";
import { writeAnswer } from "../src/answers/write-answer.ts";
import { listen } from "../src/index.ts";
import { use } from "./gateway.ts";
import { call, openConnection, startRpcService, text } from "./rpc-service.ts";

/** An answer of so many pieces, how much of it was read, and whether its source was closed. */
async function source(pieces: number, there = pieces) {
  const closed = Promise.withResolvers<undefined>();
  const broken = Promise.withResolvers<unknown>();
  const seen = { read: 0, closed: closed.promise, broken: broken.promise };
  async function* read() {
    try {
      for (; seen.read < there; seen.read += 1)
        yield await Promise.resolve(Buffer.alloc(pieceBytes, seen.read));
    } finally {
      closed.resolve(undefined);
    }
  }
  const size = pieces * pieceBytes;
  const stream = await StreamedBody.begin({ size, read }, { first: 0, last: size - 1 });
  stream.reportTo(broken.resolve);
  return { seen, answer: { status: 200, headers: ["X-Own", "1"], body: [], stream } };
}

/** A caller's end of a link, and the service at the other. */
async function linked(atOnce = 128) {
  const service = use(await startRpcService());
  const caller = openConnection(service.origin, { atOnce });
  use({ [Symbol.asyncDispose]: async () => caller[Symbol.dispose]() });
  await caller.changes.take();
  return { service, link: caller.connection };
}

/** Reads as much as one window lets through. */
async function takeWindow({ heard }: ReturnType<typeof call>): Promise<readonly string[]> {
  const words: string[] = [];
  while (words.length < windowPieces) words.push(await heard.take());
  return words;
}

const begun = [
  `beginning 200 ${pieceBytes}`,
  ...Array(windowPieces - 1).fill(`piece ${pieceBytes}`),
];

describe("over a link", () => {
  test("a streamed answer over a link is read as far as the caller takes it, to its end", async ({
    expect,
  }) => {
    const { link, service } = await linked();
    const { answer, seen } = await source(windowPieces + 2);
    const asked = call(link, "/file");
    (await service.arrived.take()).answer(answer);
    expect(await takeWindow(asked)).toEqual(begun);
    const short = call(link, "/short");
    (await service.arrived.take()).answer(text("short"));
    expect(await short.heard.take()).toBe("answer 200 short");
    expect(asked.heard.size).toBe(0);
    expect(seen.read).toBeLessThanOrEqual(windowPieces);
    asked.made.more();
    expect(await asked.heard.take()).toBe(`piece ${pieceBytes}`);
    asked.made.more();
    expect(await asked.heard.take()).toBe(`last ${pieceBytes}`);
    await seen.closed;
  });

  test("the source of a streamed answer over a link is closed when nobody wants the rest, or ever wanted it", async ({
    expect,
  }) => {
    const { link, service } = await linked();
    const [middle, late] = [await source(9), await source(9)];
    const calls = [call(link, "/middle"), call(link, "/late")];
    const arrived = [await service.arrived.take(), await service.arrived.take()];
    arrived[0]?.answer(middle.answer);
    await calls[0]?.heard.take();
    for (const { made } of calls) made.abandon();
    await middle.seen.closed;
    const signal = arrived[1]?.incoming.signal;
    if (signal?.aborted === false) await once(signal, "abort");
    arrived[1]?.answer(late.answer);
    await late.seen.closed;
    expect(middle.seen.read).toBeLessThan(9);
  });

  test("the source of a streamed answer is closed when the link ends", async ({ expect }) => {
    const { link, service } = await linked();
    const { answer, seen } = await source(9);
    const asked = call(link, "/file");
    (await service.arrived.take()).answer(answer);
    await asked.heard.take();
    link.close();
    await seen.closed;
    expect(seen.read).toBeLessThan(9);
  });

  test("one that breaks off fails at the caller, and is reported", async ({ expect }) => {
    const { link, service } = await linked();
    const { answer, seen } = await source(9, windowPieces - 1);
    const asked = call(link, "/file");
    (await service.arrived.take()).answer(answer);
    const words = await takeWindow(asked);
    expect(words.at(-1)).toBe("CALL_CUT");
    expect(await seen.broken).toMatchObject({ message: expect.stringContaining("early") });
  });

  test("one that is taken slowly keeps no other request waiting", async ({ expect }) => {
    const { link, service } = await linked(1);
    const { answer } = await source(9);
    const asked = call(link, "/file");
    const waiting = call(link, "/waiting");
    (await service.arrived.take()).answer(answer);
    expect(await takeWindow(asked)).toEqual(begun);
    (await service.arrived.take()).answer(text("mine"));
    expect(await waiting.heard.take()).toBe("answer 200 mine");
  });
});

/** A server that answers with it, and what came of asking. */
async function serve({ answer }: Awaited<ReturnType<typeof source>>) {
  const handler = (_: unknown, res: Parameters<typeof writeAnswer>[0]) => writeAnswer(res, answer);
  const ready = () => Promise.resolve();
  const running = use(await listen({ ready, handler }, { host: "127.0.0.1", port: 0 }));
  return `http://127.0.0.1:${running.port}/`;
}

describe("over HTTP", () => {
  test("a streamed answer over HTTP comes whole", async ({ expect }) => {
    const made = await source(40);
    const response = await fetch(await serve(made));
    expect(response.headers.get("content-length")).toBe(String(40 * pieceBytes));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.length, bytes.at(-1)]).toEqual([40 * pieceBytes, 39]);
    await made.seen.closed;
  });

  test("HEAD is told the length and nothing is read on", async ({ expect }) => {
    const made = await source(40);
    const response = await fetch(await serve(made), { method: "HEAD" });
    expect(response.headers.get("content-length")).toBe(String(40 * pieceBytes));
    await made.seen.closed;
    expect(made.seen.read).toBeLessThan(2);
  });

  test("one that breaks off does not look complete", async ({ expect }) => {
    const made = await source(40, 20);
    const response = await fetch(await serve(made));
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(await made.seen.broken).toMatchObject({ message: expect.stringContaining("early") });
  });

  test("the source of a streamed answer over HTTP is closed when the client goes away without reading", async ({
    expect,
  }) => {
    const made = await source(4000);
    const asked = get(await serve(made)).on("error", () => undefined);
    const [response] = (await once(asked, "response")) as [AsyncDisposable & { destroy(): void }];
    response.destroy();
    await made.seen.closed;
    expect(made.seen.read).toBeLessThan(4000);
  });
});
