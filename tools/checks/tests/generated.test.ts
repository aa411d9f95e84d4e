import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { checkDescribedOperations } from "../src/contract/described-operations.ts";
import { checkRecordedExamples } from "../src/contract/recorded-examples.ts";
import { checkTestedOperations } from "../src/contract/tested-operations.ts";
import { checkAdrs } from "../src/generated/adr-index.ts";
import { checkGenerated, writeGenerated } from "../src/generated/check-generated.ts";
import type { Problem } from "../src/problem.ts";
import { Planted } from "./planted.ts";

const lines = (problems: readonly Problem[]): string[] =>
  problems.map(({ file, message }) => `${file} ${message}`);

describe("generated files", () => {
  it("fail when they differ from their sources, and pass after they were written", async () => {
    using planted = new Planted("generated");
    const before = await checkGenerated(planted.root);
    expect(before.map(({ file }) => file).toSorted()).toEqual([
      "docs/adr/README.md",
      "docs/openapi.json",
      "services/messages/README.md",
    ]);
    expect(await writeGenerated(planted.root)).toEqual([]);
    expect(await checkGenerated(planted.root)).toEqual([]);
  });

  it("put the variables between the marks and leave the rest of the README alone", async () => {
    using planted = new Planted("generated");
    await writeGenerated(planted.root);
    const readme = readFileSync(join(planted.root, "services/messages/README.md"), "utf8");
    expect(readme).toContain(
      "| `PORT` | `1` | Port \\| to listen on |\n| `NAME` | required | Name |",
    );
    expect(readme).toMatch(/^# messages\n/);
    expect(readme).toMatch(/\nMore\.\n$/);
  });

  it.each([
    ["generated-silent", "PORT has no description"],
    ["generated-no-place", "needs the lines"],
  ])("fail when their sources are not in order: %s", async (fixture, message) => {
    using planted = new Planted(fixture);
    const problems = await checkGenerated(planted.root);
    expect(lines(problems).join("\n")).toContain(message);
  });
});

describe("decision records", () => {
  it("fail without name, number, status, date or section", () => {
    using planted = new Planted("generated");
    const problems = lines(checkAdrs(planted.root)).join("\n");
    expect(problems).not.toContain("0001-good.md");
    expect(problems).toContain("0001-twin.md must begin with");
    expect(problems).toContain("0001-twin.md is superseded");
    expect(problems).toContain("0001-twin.md needs a line `Date");
    expect(problems).toContain("0001-twin.md needs a section `## Context`");
    expect(problems).toContain("0001-twin.md another record has this number");
    expect(problems).toContain("notes.md must be named");
  });
});

describe("operations", () => {
  it("fail without a test of their name, with their owner or in the system tests", async () => {
    using planted = new Planted("generated");
    const problems = await checkTestedOperations(planted.root);
    expect(problems.map(({ message }) => message.split(":")[0])).toEqual([
      "getMessages has no test",
    ]);
  });

  it("fail without a recorded exchange", async () => {
    using planted = new Planted("generated");
    const problems = await checkRecordedExamples(planted.root);
    expect(problems.map(({ file }) => file)).toContain(
      "libs/api-examples/recorded/getMessages.json",
    );
  });

  it("fail when they, a parameter or a response field say nothing about themselves", async () => {
    using planted = new Planted("described-operations");
    const problems = await checkDescribedOperations(planted.root);
    expect(problems.map(({ message }) => message.split(" has no")[0])).toEqual([
      "there are two operations sendMessage: give one another name",
      "sendMessage: parameter topic",
      "sendMessage: response field id",
      "sendMessage: the operation",
    ]);
  });
});
