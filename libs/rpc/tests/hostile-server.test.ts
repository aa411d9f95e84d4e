import { once } from "node:events";
import { duplexPair } from "node:stream";
import { setImmediate } from "node:timers/promises";

import fc from "fast-check";
import { test } from "vitest";

import { Connection } from "../src/frames/connection.ts";
import { Acceptance } from "../src/frames/handshake.ts";
import { requestHeartbeat } from "../src/frames/heartbeat.ts";
import { encodeAnswerHead, frameType, roles } from "../src/protocol.ts";
import { ClientConnection } from "../src/transports/client-connection.ts";
import { head, noLimits, signer } from "./caller.ts";
import { cuts, damage, damaged, deliver, frame, type Sent } from "./damaged-bytes.ts";

const { keys } = signer;
const numRuns = 300;

const serverFrames = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    kind: fc.constantFrom("answer", "beginning", "piece", "lastPiece", "broken", "version"),
  }),
  { maxLength: 15 },
);

/** Follows what one call may be told: a beginning, pieces, and one end. */
class Followed {
  state: "waiting" | "begun" | "over" = "waiting";
  readonly heard: string[] = [];

  begun(isWhole: boolean, first: Buffer): void {
    this.#hear("waiting", isWhole ? "over" : "begun", `begun ${isWhole} ${first.toString()}`);
  }

  piece(isLast: boolean, bytes: Buffer): void {
    this.#hear("begun", isLast ? "over" : "begun", `piece ${isLast} ${bytes.toString()}`);
  }

  failed(code: string): void {
    if (this.state === "over") throw new Error("A call that was over failed.");
    this.state = "over";
    this.heard.push(code);
  }

  #hear(before: Followed["state"], after: Followed["state"], what: string): void {
    if (this.state !== before) throw new Error(`A call that was ${this.state} heard ${what}.`);
    this.state = after;
    this.heard.push(what);
  }
}

test("a caller's calls each hear a beginning, pieces and one end, whatever bytes the server sends", async ({
  expect,
}) => {
  await fc.assert(
    fc.asyncProperty(serverFrames, damage, cuts, async (made, done, sizes) => {
      const [near, far] = duplexPair();
      const ready = Promise.withResolvers<void>();
      const lost = Promise.withResolvers<void>();
      let dials = 0;
      const client = new ClientConnection({
        origin: "http://nowhere.test",
        keys,
        atOnce: 10,
        dial({ accepted }) {
          dials += 1;
          if (dials > 1) return duplexPair()[0];
          queueMicrotask(accepted);
          return near;
        },
        onChange: () => (client.ready ? ready.resolve() : lost.resolve()),
      });
      await setImmediate();
      const server = new Connection(
        far,
        { heartbeat: requestHeartbeat, throttled: true },
        {
          frame: (arrived) => acceptance.trusted || acceptance.take(arrived),
          closed: () => undefined,
        },
      );
      const acceptance = new Acceptance(server, keys, roles);
      await ready.promise;
      await setImmediate();
      const calls = Array.from({ length: 5 }, () => {
        const followed = new Followed();
        client.request(head("/"), null, {
          limits: noLimits,
          receiver: {
            begun(call, { first }, isWhole) {
              followed.begun(isWhole, first);
              call.more();
            },
            piece(call, bytes, isLast) {
              followed.piece(isLast, bytes);
              call.more();
            },
            failed: ({ code }) => followed.failed(code),
          },
        });
        return followed;
      });
      const answerHead = encodeAnswerHead({ status: 200, headers: ["a", "b"], body: [] }, 2);
      const frames = made.map(({ id, kind }): Sent => {
        if (kind === "version") return frame(kind, frameType.version, id, Buffer.alloc(8));
        if (kind === "answer" || kind === "beginning")
          return frame(kind, frameType[kind], id, answerHead, Buffer.from("ab"));
        if (kind === "broken") return frame(kind, frameType.broken, id);
        return frame(
          kind,
          kind === "piece" ? frameType.piece : frameType.lastPiece,
          id,
          Buffer.from("c"),
        );
      });
      const { bytes } = damaged(Buffer.concat(frames.map((sent) => sent.bytes)), done);
      await deliver(far, bytes, sizes[Symbol.iterator]());
      await lost.promise;
      client.close();
      expect(near.destroyed).toBe(true);
      expect(calls.map(({ state }) => state)).toEqual(calls.map(() => "over"));
      // Until something is out of order, calls hear what was sent to them.
      if (done.kind === "none") expect(calls.map(({ heard }) => heard)).toEqual(heardOf(made));
    }),
    { numRuns },
  );
});

/** Derives the frames that each of five calls receives: all up to the first frame that breaks the protocol. */
function heardOf(made: readonly { readonly id: number; readonly kind: string }[]): string[][] {
  const heard = Array.from({ length: 5 }, (): string[] => []);
  const states = heard.map(() => "waiting");
  for (const { id, kind } of made) {
    const at = id - 1;
    const isBeginning = kind === "answer" || kind === "beginning";
    const isPiece = kind === "piece" || kind === "lastPiece";
    if (states[at] === "over" || kind === "version") continue;
    if ((isBeginning && states[at] === "begun") || (isPiece && states[at] === "waiting")) break;
    if (isBeginning) heard[at]?.push(`begun ${kind === "answer"} ab`);
    else if (isPiece) heard[at]?.push(`piece ${kind === "lastPiece"} c`);
    else heard[at]?.push("CALL_CUT");
    states[at] = kind === "beginning" || kind === "piece" ? "begun" : "over";
  }
  for (const [at, state] of states.entries()) if (state !== "over") heard[at]?.push("CALL_CUT");
  return heard;
}

test("a caller that is sent what breaks the protocol tells its calls so", async ({ expect }) => {
  const [near, far] = duplexPair();
  const ready = Promise.withResolvers<void>();
  const client = new ClientConnection({
    origin: "http://nowhere.test",
    keys,
    atOnce: 10,
    dial({ accepted }) {
      queueMicrotask(accepted);
      return near;
    },
    onChange: () => ready.resolve(),
  });
  await setImmediate();
  const server = new Connection(
    far,
    { heartbeat: requestHeartbeat, throttled: true },
    { frame: (arrived) => acceptance.trusted || acceptance.take(arrived), closed: () => undefined },
  );
  const acceptance = new Acceptance(server, keys, roles);
  await ready.promise;
  const failure = new Promise((failed) => {
    const receiver = { begun: () => undefined, piece: () => undefined, failed };
    client.request(head("/"), null, { limits: noLimits, receiver });
  });
  server.send(frameType.piece, 1, [Buffer.from("no beginning")]);
  expect(await failure).toMatchObject({
    code: "CALL_CUT",
    cause: { name: "ProtocolError", message: "An answer has no beginning." },
  });
  client.close();
  if (!near.closed) await once(near, "close");
});
