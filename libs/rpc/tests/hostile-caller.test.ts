import { duplexPair } from "node:stream";
import { setImmediate } from "node:timers/promises";

import fc from "fast-check";
import { test } from "vitest";

import { Connection } from "../src/frames/connection.ts";
import type { ProtocolError } from "../src/frames/frame.ts";
import { Opening } from "../src/frames/handshake.ts";
import { requestHeartbeat } from "../src/frames/heartbeat.ts";
import { encodeRequest, frameType, roles } from "../src/protocol.ts";
import { jsonHeaders } from "../src/request.ts";
import { ServerConnection } from "../src/server/server-connection.ts";
import { head, signer } from "./caller.ts";
import { cuts, damage, damaged, deliver, frame, type Sent, wholeFrames } from "./damaged-bytes.ts";

const { keys } = signer;
const numRuns = 300;

const callerFrames = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("request" as const),
        body: fc.uint8Array({ maxLength: 60 }),
      }),
    },
    fc.record({ kind: fc.constant("abandon" as const), id: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ kind: fc.constant("more" as const), id: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ kind: fc.constant("askVersion" as const), id: fc.nat(12) }),
    fc.record({ kind: fc.constant("unknown" as const), id: fc.nat(12) }),
  ),
  { maxLength: 12 },
);

/** Connects a test's end, whose handshake is made, to a server; the test writes the bytes behind it by itself. */
async function openToServer(settings: {
  onRequest: (name: string) => void;
  onClosed: (error: ProtocolError | undefined) => void;
}) {
  const [near, far] = duplexPair();
  const connection = new ServerConnection(far, {
    keys,
    heartbeat: requestHeartbeat,
    async dispatch(request) {
      settings.onRequest(`${request.method} ${request.target} ${String(await request.body(100))}`);
      return { status: 200, headers: jsonHeaders, body: [Buffer.from("{}")] };
    },
    versionOf: async () => 1,
    onClosed: (_connection, error) => settings.onClosed(error),
  });
  const trusted = Promise.withResolvers<void>();
  const greeter = new Connection(
    near,
    { heartbeat: requestHeartbeat, throttled: false },
    {
      frame: (arrived) => {
        if (!opening.trusted && opening.take(arrived)) trusted.resolve();
      },
      closed: () => undefined,
    },
  );
  const opening = new Opening(greeter, keys, roles);
  await trusted.promise;
  await setImmediate();
  return { connection, far, near };
}

test("a server carries out what arrived intact on a damaged connection, before one error closes it", async ({
  expect,
}) => {
  await fc.assert(
    fc.asyncProperty(callerFrames, damage, cuts, async (made, done, sizes) => {
      const frames = made.map((one, index): Sent => {
        if (one.kind === "request") {
          const body = Buffer.from(Buffer.from(one.body).toString("hex").slice(0, 100));
          const id = 100 + index;
          const parts = encodeRequest(head(`/${index}`), body);
          return frame(`POST /${index} ${body.toString()}`, frameType.request, id, ...parts);
        }
        if (one.kind === "unknown") return frame("", 200, one.id);
        if (one.kind === "askVersion")
          return frame("", frameType.askVersion, one.id, Buffer.alloc(8));
        return frame("", frameType[one.kind], one.id);
      });
      const { bytes, intact } = damaged(Buffer.concat(frames.map((sent) => sent.bytes)), done);
      const requests: string[] = [];
      const errors: (ProtocolError | undefined)[] = [];
      const closed = Promise.withResolvers<void>();
      const { connection, far, near } = await openToServer({
        onRequest: (name) => requests.push(name),
        onClosed(error) {
          errors.push(error);
          closed.resolve();
        },
      });
      await deliver(near, bytes, sizes[Symbol.iterator]());
      await closed.promise;
      connection.close();
      near.destroy();
      const expected = wholeFrames(frames, intact).filter((name) => name !== "");
      expect(requests.slice(0, expected.length)).toEqual(expected);
      expect(errors).toHaveLength(1);
      expect(far.destroyed).toBe(true);
      if (done.kind === "none" || done.kind === "cut") {
        expect(requests).toEqual(expected);
        expect(errors).toEqual([undefined]);
      }
    }),
    { numRuns },
  );
});

test("a server carries out nothing of what a stranger sends, and closes the connection", async ({
  expect,
}) => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 600 }),
      cuts,
      async (garbage, sizes) => {
        const [near, far] = duplexPair();
        const closed = Promise.withResolvers<void>();
        let requests = 0;
        const connection = new ServerConnection(far, {
          keys,
          heartbeat: requestHeartbeat,
          async dispatch() {
            requests += 1;
            return { status: 200, headers: [], body: [] };
          },
          onClosed: () => closed.resolve(),
        });
        near.on("error", () => undefined).resume();
        await deliver(near, Buffer.from(garbage), sizes[Symbol.iterator]());
        await closed.promise;
        connection.close();
        expect(requests).toBe(0);
      },
    ),
    { numRuns },
  );
});
