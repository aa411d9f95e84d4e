import * as fc from "fast-check";
import { test } from "vitest";

import { type Frame, frameHead, FrameReader } from "./frame.ts";

const frame = fc.record({
  type: fc.integer({ min: 1, max: 255 }),
  id: fc.integer({ min: 0, max: 0xffff_ffff }),
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

test("frames arrive as they were sent, however the network cuts them", ({ expect }) => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 20 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 64 })),
      (sent, sizes) => {
        const bytes = Buffer.concat(
          sent.flatMap(({ type, id, payload }) => [frameHead(type, id, payload.length), payload]),
        );
        const reader = new FrameReader();
        reader.trust();
        const received: Frame[] = [];
        for (let at = 0; at < bytes.length;) {
          const size = sizes.next().value ?? 1;
          reader.push(bytes.subarray(at, at + size), (one) => received.push(one));
          at += size;
        }
        expect(
          received.map(({ payload, ...head }) => ({ ...head, payload: Buffer.from(payload) })),
        ).toEqual(sent);
      },
    ),
  );
});

test("a peer that speaks another protocol is refused at once", ({ expect }) => {
  const push = () => new FrameReader().push(Buffer.from("GET / HTTP/1.1\r\n\r\n"), () => undefined);
  expect(push).toThrow("A frame of");
});
