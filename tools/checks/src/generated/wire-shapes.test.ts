import { describe, test } from "vitest";
import { z } from "zod";

import { shapesOf, wireChanges } from "./wire-shapes.ts";

const before = shapesOf(
  z.object({
    id: z.int(),
    tags: z.array(z.object({ name: z.string() })),
    kind: z.enum(["a", "b"]),
  }),
  "thing",
);
const withFields = (fields: z.ZodRawShape) =>
  shapesOf(
    z.object({
      id: z.int(),
      tags: z.array(z.object({ name: z.string() })),
      kind: z.enum(["a", "b"]),
      ...fields,
    }),
    "thing",
  );

describe("what two releases say to each other", () => {
  test("a shape that is as it was, or has a further optional field, changes nothing", ({
    expect,
  }) => {
    expect(wireChanges(before, before)).toEqual([]);
    expect(wireChanges(before, withFields({ note: z.string().optional() }))).toEqual([]);
    const notes = z.array(z.object({ text: z.string() })).default([]);
    const note = z.object({ text: z.string() }).nullable().default(null);
    expect(wireChanges(before, withFields({ notes, note }))).toEqual([]);
    expect(wireChanges(before, new Map([...before, ["frames.further", "9"]]))).toEqual([]);
  });

  test.for([
    {
      what: "a further field that must be there",
      fields: { note: z.string() },
      path: "thing.note must be optional",
    },
    {
      what: "a field of another type",
      fields: { id: z.string() },
      path: "thing.id is string, but integer",
    },
    {
      what: "a further value of a list",
      fields: { kind: z.enum(["a", "b", "c"]) },
      path: 'thing.kind is "a"|"b"|"c"',
    },
    {
      what: "a field of an item that is gone",
      fields: { tags: z.array(z.object({})) },
      path: "thing.tags[].name is gone",
    },
  ])("a shape with $what is refused by its path", ({ fields, path }, { expect }) => {
    expect(wireChanges(before, withFields(fields))).toEqual([expect.stringContaining(path)]);
  });

  test("a number of a frame that is gone or another is refused", ({ expect }) => {
    const frames = new Map([["frames.requests.abandon", "6"]]);
    expect(wireChanges(frames, new Map())).toHaveLength(1);
    expect(wireChanges(frames, new Map([["frames.requests.abandon", "7"]]))).toHaveLength(1);
  });
});
