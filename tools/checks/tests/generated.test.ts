import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkDescribedOperations } from "../src/contract/described-operations.ts";
import { checkRecordedExamples } from "../src/contract/recorded-examples.ts";
import { checkSectionFiles } from "../src/contract/section-files.ts";
import { checkTestedOperations } from "../src/contract/tested-operations.ts";
import { checkAdrs } from "../src/generated/adr-index.ts";
import { checkGenerated, writeGenerated } from "../src/generated/check-generated.ts";
import { testIndex } from "../src/generated/test-index.ts";
import type { Problem } from "../src/problem.ts";
import { Planted } from "./planted.ts";

const lines = (problems: readonly Problem[]): string[] =>
  problems.map(({ file, message }) => `${file} ${message}`);

describe("generated files", () => {
  test("generated files fail when they differ from their sources, and pass after they were written", async () => {
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

  test("migrations that have changed or gone since they were recorded are found, and new ones recorded", async () => {
    using planted = new Planted("migration-digests");
    const folder = join(planted.root, "services/users/migrations");
    expect(await writeGenerated(planted.root)).toEqual([]);
    appendFileSync(join(folder, "0001-start.sql"), "-- One more comment.\n");
    rmSync(join(folder, "0002-later.sql"));
    writeFileSync(join(folder, "0003-last.sql"), "select 3;\n");
    const found = [
      "services/users/migrations/0001-start.sql has changed, and installations that have applied it would not start: add another",
      "services/users/migrations/0002-later.sql has changed, and installations that have applied it would not start: add another",
    ];
    expect(lines(await writeGenerated(planted.root))).toEqual(found);
    expect(lines(await checkGenerated(planted.root))).toEqual(found);
    const digests = readFileSync(join(planted.root, "tools/checks/migrations.sha256"), "utf8");
    expect(digests).toContain("services/users/migrations/0003-last.sql");
  });

  test("generated variables stand between the marks and leave the rest of the README alone", async () => {
    using planted = new Planted("generated");
    await writeGenerated(planted.root);
    const readme = readFileSync(join(planted.root, "services/messages/README.md"), "utf8");
    expect(readme).toContain(
      "| `PORT` | `1` | Port \\| to listen on |\n| `NAME` | required | Name |",
    );
    expect(readme).toMatch(/^# messages\n/);
    expect(readme).toMatch(/\nMore\.\n$/);
  });

  test.each([
    ["generated-silent", "PORT has no description"],
    ["generated-no-place", "needs the lines"],
  ])("generated files fail when their sources are not in order: %s", async (fixture, message) => {
    using planted = new Planted(fixture);
    const problems = await checkGenerated(planted.root);
    expect(lines(problems).join("\n")).toContain(message);
  });
});

describe("the index of tests", () => {
  test("the index of tests lists the tests under each section that they, their groups or their file name", () => {
    using planted = new Planted("test-titles");
    const [index] = testIndex(planted.root);
    expect(index?.path).toBe("docs/behaviour/tests/messages.md");
    const answers = index?.content.split("## [Answers](../messages.md#answers)").at(-1);
    expect(answers).toBe(`

- [a.test.ts](../../../libs/http/src/a.test.ts)
  - the answers of … are \\*sent\\* to …
  - every answer stays
`);
    expect(index?.content.match(/^ {2}- .*$/gm)).toHaveLength(8 + 9 + 2);
  });
});

describe("decision records", () => {
  test("decision records fail without name, number, status, date or section", () => {
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
  test("operations fail without a test of their name, by their owner or in the system tests", async () => {
    using planted = new Planted("generated");
    const problems = await checkTestedOperations(planted.root);
    expect(problems.map(({ message }) => message.split(":")[0])).toEqual([
      "getMessages has no test",
    ]);
  });

  test("operations fail without a recorded exchange", async () => {
    using planted = new Planted("generated");
    const problems = await checkRecordedExamples(planted.root);
    expect(problems.map(({ file }) => file)).toContain(
      "libs/api-examples/recorded/getMessages.json",
    );
  });

  test("operations fail when they, a parameter or a response field say nothing about themselves", async () => {
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

describe("sections of the initial data", () => {
  test("sections without a file, an answer to spectators or events are found, and files that are no section", async () => {
    using planted = new Planted("section-files");
    const problems = lines(await checkSectionFiles(planted.root));
    const folder = "services/users/src/register/sections";
    expect(problems.map((problem) => problem.split(":")[0])).toEqual([
      `${folder}/own/saved-snippets.ts saved_snippets does not say what people without an account get`,
      `${folder}/own/stop-words.ts describes no section stop_words with registerSection`,
      `${folder} user_status has no file user-status.ts`,
      "libs/contract/src/internal/initial-data.ts muted_users says neither which events continue it nor why there are none",
      `${folder}/own/spare.ts is no section of users in the contract`,
    ]);
  });

  test("sections stand in their service's table, which is written from the contract's list", async () => {
    using planted = new Planted("section-files");
    const table = "services/users/src/register/sections.ts";
    const stale = await checkGenerated(planted.root);
    expect(stale.map(({ file }) => file)).toContain(table);
    await writeGenerated(planted.root);
    const text = readFileSync(join(planted.root, table), "utf8");
    expect(text).toContain('import { alertWords } from "./sections/own/alert-words.ts";');
    expect(text).toContain("  alert_words: alertWords,\n  muted_users: mutedUsers,\n");
    const after = await checkGenerated(planted.root);
    expect(after.map(({ file }) => file)).not.toContain(table);
  });
});
