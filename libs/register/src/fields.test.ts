import { describe, test } from "vitest";

import { fieldBytes, type Fields, Json, JsonFields, rememberedFields } from "./fields.ts";

function written(...fields: readonly Fields[]): unknown {
  return JSON.parse(`{${Buffer.concat(fieldBytes(fields)).toString("utf8")}}`);
}

describe("fields of the initial data", () => {
  test("values, texts and bytes are written as one object, in order", ({ expect }) => {
    const bytes = [Buffer.from("[1,"), Buffer.from("2]")];
    const large = { ids: new Json(bytes), after: "ä" };
    expect(written({ a: null }, new JsonFields({ b: [1] }), large, { c: new Json("{}") })).toEqual({
      a: null,
      b: [1],
      ids: [1, 2],
      after: "ä",
      c: {},
    });
  });

  test("bytes may come first, and sections without fields anywhere", ({ expect }) => {
    const first = { ids: new Json([Buffer.from("[]")]) };
    expect(written({}, new JsonFields({}), first, {}, { a: 1 })).toEqual({ ids: [], a: 1 });
    expect(written()).toEqual({});
  });

  test("what follows from an object is made once for each name", ({ expect }) => {
    const of = {};
    let made = 0;
    const make = () => ({ made: (made += 1) });
    const one = rememberedFields(of, "a", make);
    expect(rememberedFields(of, "a", make)).toBe(one);
    expect(written(rememberedFields(of, "b", make))).toEqual({ made: 2 });
  });
});
