import { afterAll, beforeAll, describe, test } from "vitest";

import { promisesOf } from "../src/promises.ts";
import { shownBy } from "../src/shown-by.ts";
import { paint, startPainter } from "./fixture.ts";

let painter: Awaited<ReturnType<typeof startPainter>>;

beforeAll(async () => {
  painter = await startPainter();
});

afterAll(async () => {
  await painter[Symbol.asyncDispose]();
});

async function shown(id: string, fields: Record<string, string>): Promise<string[]> {
  await painter.request(id, fields);
  const last = painter.seen.at(-1);
  return last === undefined ? [] : shownBy(last);
}

test("an operation promises its parameters, its errors and its answer", ({ expect }) => {
  expect(promisesOf(paint)).toEqual([
    "is carried out",
    "parameter thing_id is given",
    "parameter color is given",
    'parameter color is "red"',
    'parameter color is "blue"',
    "parameter color is missing, which is refused",
    "parameter color has a wrong value, which is refused",
    "parameter title is given",
    "parameter title is given as subject",
    "parameter title is left out",
    "parameter is_wet is given",
    'parameter is_wet is "true"',
    'parameter is_wet is "false"',
    "parameter is_wet is left out",
    "parameter is_wet has a wrong value, which is refused",
    "answers BAD_REQUEST",
    "answers RESOURCE_NOT_FOUND",
    "field layers",
    "field layers[]",
    "field layers[].color",
    "field layers[].color null",
  ]);
});

describe("a request shows", () => {
  test("the parameters it gave and left out, and the fields of its answer", async ({ expect }) => {
    expect(await shown("7", { color: '"red"', subject: "a", is_wet: "true" })).toEqual([
      "is carried out",
      "parameter thing_id is given",
      'parameter thing_id is "7"',
      "parameter color is given",
      'parameter color is "red"',
      "parameter title is given",
      'parameter title is "a"',
      "parameter title is given as subject",
      "parameter is_wet is given",
      'parameter is_wet is "true"',
      "field layers",
      "field layers[]",
      "field layers[].color",
    ]);
    expect(await shown("7", { color: "blue" })).toEqual([
      "is carried out",
      "parameter thing_id is given",
      'parameter thing_id is "7"',
      "parameter color is given",
      'parameter color is "blue"',
      "parameter title is left out",
      "parameter is_wet is left out",
      "field layers",
      "field layers[]",
      "field layers[].color null",
    ]);
  });

  test("no field of a list that is empty", async ({ expect }) => {
    expect(await shown("0", { color: "red" })).not.toContain("field layers[]");
  });

  test("nothing but the refusal when it is refused", async ({ expect }) => {
    expect(await shown("7", {})).toEqual(["parameter color is missing, which is refused"]);
    expect(await shown("7", { color: "green" })).toEqual([
      "parameter color has a wrong value, which is refused",
    ]);
    expect(await shown("13", { color: "red" })).toEqual(["answers RESOURCE_NOT_FOUND"]);
    // The same words as of a wrong value, but said by the operation.
    expect(await shown("14", { color: "red" })).toEqual(["answers BAD_REQUEST"]);
  });
});
