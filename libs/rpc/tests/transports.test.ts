import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";

import { nextLook } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { pieceBytes, windowPieces } from "../src/lengths.ts";
import type { AnswerStream } from "../src/request.ts";
import { collectAnswer } from "../src/transports/collect-answer.ts";
import { answeredByTest, head, identity, noLimits, send, text } from "./caller.ts";
import { transports } from "./start-service.ts";

/** A body that is read while it is sent, and that breaks off where it says. */
function streamOf(
  length: number,
  breaksAt = Infinity,
): AnswerStream & { readonly gone: Promise<void> } {
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  async function* bytes() {
    try {
      for (let at = 0; at < length; at += 50_000) {
        if (at >= breaksAt) throw new Error("The file is gone.");
        yield Buffer.alloc(Math.min(50_000, length - at), "s");
      }
    } finally {
      resolve();
    }
  }
  return { length, bytes, gone, cancel: async () => resolve() };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

describe.for(transports)("%s", ([, start]) => {
  test("a request arrives as it was sent, and its answer as it was given", async ({ expect }) => {
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const sent = head("/api/v1/a%2Fb?c=d é", "PATCH");
    const body = Buffer.from([0, 255, 10]);
    const limits = noLimits;
    const whole = { head: sent, body, limits, signal: undefined };
    const answered = collectAnswer(service.transport, whole);
    const { answer, request } = await arrived.take();
    const { hasBody, method, target } = request;
    expect({ hasBody, method, target }).toEqual({
      hasBody: true,
      method: "PATCH",
      target: sent.target,
    });
    expect([request.header("x-own"), request.header("x-other")]).toEqual(["1", undefined]);
    expect([request.identity(), request.realmId()]).toEqual([identity, undefined]);
    expect((await request.body(3)).equals(body)).toBe(true);
    expect(() => request.body(2)).toThrow(expect.objectContaining({ code: "REQUEST_TOO_LARGE" }));
    answer({ status: 418, headers: [], body: [Buffer.from("sho"), Buffer.from("rt")] });
    const { body: pieces, status } = await answered;
    expect([status, Buffer.concat(pieces).toString()]).toEqual([418, "short"]);
  });

  test("answers of any size arrive whole over each transport, however many are under way", async ({
    expect,
  }) => {
    const whole = pieceBytes * windowPieces;
    const sizes = [0, 1, pieceBytes, whole - 1, whole, whole + 1, 1_000_003, 3_000_000];
    const bodyOf = (size: number) => Buffer.alloc(size, `${size} `);
    await using service = await start({
      async dispatch({ target }) {
        const body = bodyOf(Number(target.slice(1)));
        const cut = Math.floor(body.length / 3);
        const pieces = [body.subarray(0, cut), Buffer.alloc(0), body.subarray(cut)];
        return { status: 200, headers: [], body: pieces };
      },
    });
    const answers = sizes.map((size) => {
      const request = { head: head(`/${size}`), body: null, limits: noLimits, signal: undefined };
      return collectAnswer(service.transport, request);
    });
    for (const [index, { body }] of (await Promise.all(answers)).entries())
      expect(Buffer.concat(body).equals(bodyOf(sizes[index] ?? 0))).toBe(true);
  });

  test("a slow reader is not sent more of a long answer than it takes, and holds up no other", async ({
    expect,
  }) => {
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const long = send(service.transport, "/long");
    (await arrived.take()).answer(text("x".repeat(pieceBytes * 6)));
    expect(await long.heard.take()).toBe(`beginning 200 ${pieceBytes}`);
    for (let at = 1; at < windowPieces; at += 1)
      expect(await long.heard.take()).toBe(`piece ${pieceBytes}`);
    const short = send(service.transport, "/short");
    (await arrived.take()).answer(text("short"));
    expect(await short.heard.take()).toBe("answer 200 short");
    expect(long.heard.size).toBe(0);
    long.call.more();
    expect(await long.heard.take()).toBe(`piece ${pieceBytes}`);
    long.call.more();
    expect(await long.heard.take()).toBe(`last ${pieceBytes}`);
  });

  test("a call that is abandoned is ended at the service, and its receiver hears nothing more", async ({
    expect,
  }) => {
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const unanswered = send(service.transport, "/a");
    const begun = send(service.transport, "/b");
    const [a, b] = [await arrived.take(), await arrived.take()];
    const signals = [a.request.signal, b.request.signal];
    b.answer(text("x".repeat(pieceBytes * 9)));
    await begun.heard.take();
    for (const { call } of [unanswered, begun]) call.abandon();
    for (const signal of signals) await aborted(signal);
    a.answer(text("late"));
    const next = send(service.transport, "/c");
    (await arrived.take()).answer(text("next"));
    expect(await next.heard.take()).toBe("answer 200 next");
    expect(unanswered.heard.size).toBe(0);
  });

  test("a call that takes too long fails, and is ended at the service", async ({ expect }) => {
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const late = send(service.transport, "/late", { timeoutMs: 30 });
    const { signal } = (await arrived.take()).request;
    expect(await late.heard.take()).toBe("CALL_TIMEOUT");
    await aborted(signal);
  });

  test("an answer that is read while it is sent arrives in pieces, and its source is let go of", async ({
    expect,
  }) => {
    const stream = streamOf(1_000_001);
    await using service = await start({
      dispatch: async () => ({ status: 200, headers: [], body: [], stream }),
    });
    const request = { head: head("/file"), body: null, limits: noLimits, signal: undefined };
    const { body } = await collectAnswer(service.transport, request);
    expect(Buffer.concat(body).equals(Buffer.alloc(1_000_001, "s"))).toBe(true);
    await stream.gone;
  });

  test("an answer whose source breaks off fails in the middle", async ({ expect }) => {
    const stream = streamOf(1_000_001, 100_000);
    await using service = await start({
      dispatch: async () => ({ status: 200, headers: [], body: [], stream }),
    });
    const { heard } = send(service.transport, "/file");
    expect(await heard.take()).toBe("beginning 200 50000");
    expect(await heard.take()).toBe("piece 50000");
    expect(await heard.take()).toBe("CALL_CUT");
  });

  test("the source of an answer that nobody waits for any more is let go of", async ({
    expect,
  }) => {
    const stream = streamOf(1_000_001);
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const { call } = send(service.transport, "/file");
    const { answer, request } = await arrived.take();
    const { signal } = request;
    call.abandon();
    await aborted(signal);
    answer({ status: 200, headers: [], body: [], stream });
    await expect(stream.gone).resolves.toBeUndefined();
  });

  test("a server that stops answers what came before and takes nothing new", async ({ expect }) => {
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const running = send(service.transport, "/running");
    const { answer } = await arrived.take();
    await service.stop();
    expect(service.transport.ready).toBe(false);
    answer(text("done"));
    expect(await running.heard.take()).toBe("answer 200 done");
  });

  test("a server that is closed cuts what is under way", async ({ expect }) => {
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const cut = send(service.transport, "/cut");
    const { signal } = (await arrived.take()).request;
    service.close();
    expect(await cut.heard.take()).toBe("CALL_CUT");
    await aborted(signal);
    expect(service.transport.ready).toBe(false);
  });

  test("a service is apart from what its caller is at", async ({ expect }) => {
    const atWork = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const look = async (): Promise<void> => void seen.push(atWork.getStore());
    await using service = await start({
      dispatch: () => look().then(() => text("done")),
      versionOf: () => look().then(() => 1),
    });
    while ((await service.transport.version(7, 60_000)) === null) await nextLook();
    await atWork.run("a transaction", async () => {
      expect(await send(service.transport, "/look").heard.take()).toBe("answer 200 done");
      await service.transport.version(7, 60_000);
    });
    expect(new Set(seen)).toEqual(new Set([undefined]));
  });

  test("a caller that retires lets what is under way finish", async ({ expect }) => {
    const { arrived, dispatch } = answeredByTest();
    await using service = await start({ dispatch });
    const running = send(service.transport, "/running");
    const { answer } = await arrived.take();
    service.transport.retire();
    expect(service.transport.ready).toBe(false);
    answer(text("done"));
    expect(await running.heard.take()).toBe("answer 200 done");
  });

  test("a version is told by a service that tells versions", async ({ expect }) => {
    await using service = await start({
      dispatch: answeredByTest().dispatch,
      versionOf: async (realmId) => (realmId === 7 ? 42 : null),
    });
    // Over the network the service says that it does in the turn after the handshake.
    while ((await service.transport.version(7, 60_000)) === null) await nextLook();
    expect(await service.transport.version(7, 60_000)).toBe(42);
    expect(await service.transport.version(8, 60_000)).toBeNull();
  });

  test("a version that takes too long fails", async ({ expect }) => {
    let isSlow = false;
    await using service = await start({
      dispatch: answeredByTest().dispatch,
      versionOf: () => (isSlow ? new Promise(() => undefined) : Promise.resolve(1)),
    });
    while ((await service.transport.version(7, 60_000)) === null) await nextLook();
    isSlow = true;
    await expect(service.transport.version(7, 20)).rejects.toMatchObject({ code: "CALL_TIMEOUT" });
  });
});
