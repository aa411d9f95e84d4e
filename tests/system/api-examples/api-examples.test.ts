import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { readExamples, recordedFolder } from "@team-chat/api-examples";
import { type Example, operations } from "@team-chat/contract";
import { beforeAll, describe, test } from "vitest";

import { chapters } from "./chapters.ts";
import { shapeOf } from "./shape.ts";
import { Stage } from "./stage.ts";

let made: ReadonlyMap<string, Example>;

beforeAll(async () => {
  await using stage = await Stage.open();
  for (const chapter of chapters) await chapter(stage);
  made = stage.examples;
  if (process.env["RECORD_EXAMPLES"] === "all") record(made);
});

/** Writes the exchanges where the description is made from. */
function record(examples: ReadonlyMap<string, Example>): void {
  mkdirSync(recordedFolder, { recursive: true });
  for (const name of readdirSync(recordedFolder)) rmSync(path.join(recordedFolder, name));
  for (const [name, example] of examples) {
    const text = `${JSON.stringify(example, null, 2)}\n`;
    writeFileSync(path.join(recordedFolder, `${name}.json`), text);
  }
}

describe("the examples of the API's description", () => {
  test("every operation has examples, and is called by a chapter", ({ expect }) => {
    expect([...made.keys()].toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  test("the examples are what the server answers, and `npm run generate:examples` records them anew", ({
    expect,
  }) => {
    const recorded = readExamples();
    for (const [name, { request, response }] of made) {
      const { request: asked, response: known } = recorded.get(name) ?? {};
      expect({ request: asked, status: known?.status }, name).toEqual({
        request,
        status: response.status,
      });
      expect(shapeOf(known), name).toEqual(shapeOf(response));
    }
  });
});
