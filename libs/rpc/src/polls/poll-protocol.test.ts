import * as fc from "fast-check";
import { expect, test } from "vitest";

import { AnswerBatch, readAnswers } from "./poll-protocol.ts";

test("answers that begin alike are read as they were put in", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: "binary-ascii", maxLength: 600 }),
    fc
      .tuple(fc.string({ unit: "binary-ascii" }), fc.string({ unit: "grapheme" }))
      .map((both) => both.join("")),
  );
  const ends = fc.array(fc.tuple(fc.nat(0xffff_ffff), text));
  fc.assert(
    fc.property(fc.nat(999), fc.uint8Array(), ends, (status, shared, answers) => {
      const batch = new AnswerBatch(status, shared);
      for (const [id, end] of answers) expect(batch.add(id, end)).toBe(true);
      const read: [number, string][] = [];
      readAnswers(Buffer.concat(batch.parts()), (id, answer) => {
        expect([answer.status, Buffer.compare(answer.shared, shared)]).toEqual([status, 0]);
        read.push([id, answer.end.toString()]);
      });
      expect(read).toEqual(answers);
    }),
  );
});

test("a long end stays out", () => {
  const batch = new AnswerBatch(200, Buffer.from("a"));
  expect(batch.add(1, "x".repeat(60_000))).toBe(false);
  expect(batch.empty).toBe(true);
});
