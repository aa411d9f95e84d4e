import { describe, test } from "vitest";
import { z } from "zod";

import { pathsIn, pathsOf, shapeOf } from "../src/shape.ts";

const person = z.strictObject({ id: z.int(), name: z.string().nullable() });
const schema = z.object({
  anchor: z.int().optional(),
  nothing: z.null(),
  people: z.array(person),
  byId: z.record(z.string(), z.object({ flags: z.array(z.string()) })),
  to: z.discriminatedUnion("type", [
    z.object({ type: z.literal("stream"), topic: z.string() }),
    z.object({ type: z.literal("private"), users: z.array(z.int()).nullable() }),
  ]),
});

interface Tree {
  readonly children: readonly Tree[];
}
const tree: z.ZodType<Tree> = z.object({
  get children() {
    return z.array(tree);
  },
});

describe("the places of an answer", () => {
  test("the places of an answer are those of all variants, with lists, dictionaries and nulls", ({
    expect,
  }) => {
    expect(pathsOf(shapeOf(schema))).toEqual([
      "anchor",
      "nothing",
      "people",
      "people[]",
      "people[].id",
      "people[].name",
      "people[].name null",
      "byId",
      "byId[]",
      "byId[].flags",
      "byId[].flags[]",
      "to",
      "to.type",
      "to.topic",
      "to.users",
      "to.users null",
      "to.users[]",
    ]);
  });

  test("the places of a schema that contains itself are finite", ({ expect }) => {
    expect(pathsOf(shapeOf(tree))).toEqual(["children", "children[]"]);
  });

  test("the places of an answer are shown by what is there, and null by itself", ({ expect }) => {
    const answer = {
      nothing: null,
      people: [{ id: 1, name: null }],
      byId: { 7: { flags: [] } },
      to: { type: "private", users: [3] },
      other: 1,
    };
    expect([...pathsIn(answer, shapeOf(schema))]).toEqual([
      "nothing",
      "people",
      "people[]",
      "people[].id",
      "people[].name null",
      "byId",
      "byId[]",
      "byId[].flags",
      "to",
      "to.type",
      "to.users",
      "to.users[]",
    ]);
  });
});
