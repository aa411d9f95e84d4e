import { basename, join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkCitedSections } from "../src/house/cited-sections.ts";
import { checkCommentForm } from "../src/house/comment-form.ts";
import { checkCommentWidth } from "../src/house/comment-width.ts";
import { checkDocumentedExports } from "../src/house/documented-exports.ts";
import { checkFieldCost } from "../src/house/field-cost.ts";
import { checkFileNames } from "../src/house/file-names.ts";
import { checkHomes } from "../src/house/homes.ts";
import { checkLockFile } from "../src/house/lock-file.ts";
import { checkLogMessages } from "../src/house/log-messages.ts";
import { checkMarks } from "../src/house/marks.ts";
import { checkMigrations } from "../src/house/migrations.ts";
import { checkNeverCasts } from "../src/house/never-casts.ts";
import { checkOutsideDocuments } from "../src/house/outside-documents.ts";
import { checkPageSizes } from "../src/house/page-sizes.ts";
import { checkPlainWords } from "../src/house/plain-words.ts";
import { checkReferences } from "../src/house/references.ts";
import { checkSkippedTests } from "../src/house/skipped-tests.ts";
import { checkSuppressions } from "../src/house/suppressions.ts";
import { checkTestTitles } from "../src/house/test-titles.ts";
import { checkTranslations } from "../src/house/translations.ts";
import { checkWholeImports } from "../src/house/whole-imports.ts";
import { readSources } from "../src/source-files.ts";
import { Planted } from "./planted.ts";

const fixtures = join(import.meta.dirname, "../fixtures");

describe("house checks", () => {
  test("a suppression without a reason is found, and one with a reason is accepted", () => {
    const problems = checkSuppressions(join(fixtures, "suppressions"));
    expect(problems.map(({ line }) => line)).toEqual([1]);
    expect(problems[0]?.message).toContain("add ` -- why");
  });

  test("marks without an issue are found, and strings and filed marks are left alone", () => {
    const problems = checkMarks(join(fixtures, "marks"));
    expect(problems.map(({ line }) => line)).toEqual([1, 3]);
  });

  test("texts that lack a language, a name, a place or a plural form in one are found", async () => {
    using planted = new Planted("translations");
    const problems = await checkTranslations(planted.root);
    expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
      "libs/mail/src/other-texts/ar.ts only is missing: translate it",
      "services/users/src/texts/ar.ts greeting.bye is missing: translate it",
      "services/users/src/texts/ar.ts greeting.more is not in en.ts: take it out",
      "services/users/src/texts/ar.ts greeting.hello: has the places person instead of name",
      "services/users/src/texts/ar.ts left: has the plural forms one, other instead of few, many, one, other, two, zero",
    ]);
  });

  test("texts of the product are whole in every language", async () => {
    expect(await checkTranslations(join(import.meta.dirname, "../../.."))).toEqual([]);
  });

  test("a refusal that pages say in their language is one that some service says", () => {
    const root = join(import.meta.dirname, "../../..");
    const said = readSources(root, "{libs,services}/*/src/**/*.ts")
      .filter(({ path }) => !path.includes("/texts/"))
      .map(({ text }) => text)
      .join("\n");
    const [refusalsFile] = readSources(root, "services/gateway/src/pages/texts/refusals-en.ts");
    const refusals = [...(refusalsFile?.text ?? "").matchAll(/"([^"]+)",?\n/g)].map(
      (match) => match[1] ?? "",
    );
    const isSaid = (refusal: string) =>
      refusal.split(/\{\w+\}/).every((part) => said.includes(part));
    expect(refusals.length).toBeGreaterThan(50);
    // The gateway itself says that there were too many attempts.
    expect(refusals.filter((one) => !isSaid(one) && !one.startsWith("Too many attempts"))).toEqual(
      [],
    );
  });

  test("a log line that does not name its task is found", () => {
    const problems = checkLogMessages(join(fixtures, "log-messages"));
    expect(problems.map(({ line }) => line)).toEqual([4, 5, 9]);
  });

  test("tests that are skipped, singled out or retried are found", () => {
    using planted = new Planted("skipped-tests");
    const problems = checkSkippedTests(planted.root);
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  test("migrations that are misnamed, share a number or take something away are found", () => {
    const problems = checkMigrations(join(fixtures, "migrations")).filter(({ file }) =>
      file.includes("users"),
    );
    expect(problems.map(({ file, line }) => `${file}:${line ?? ""}`)).toEqual([
      "services/users/migrations/0001-twin.sql:",
      "services/users/migrations/0002-drop.sql:2",
      "services/users/migrations/name.sql:",
    ]);
  });

  test("migrations that rewrite large tables or lock others out of them are found", () => {
    const problems = checkMigrations(join(fixtures, "migrations"))
      .filter(({ file }) => file.includes("messages"))
      .map(
        ({ file, line, message }) => [`${basename(file).slice(0, 4)}:${line}`, message] as const,
      );
    expect(problems.map(([place]) => place)).toEqual(
      [5, 6, 7, 9, 11, 13, 14, 15, 16, 17, 18, 20, 21]
        .map((line) => `0029:${line}`)
        .concat("0034:3", "0034:4"),
    );
    const said = problems.map(([, message]) => message);
    expect(said[0]).toBe(
      '"create index message_topic on message (topic)" locks out all who write until it is built: `create index concurrently`, in a file that `-- runs: concurrently`',
    );
    expect(said.at(-2)).toContain("first `check (topic is not null) not valid`");
  });

  test("a lock that names too few packages or several hosts is found", () => {
    const problems = checkLockFile(join(fixtures, "lock-file"));
    expect(problems.map(({ message }) => message.split(" ").slice(0, 3).join(" "))).toEqual([
      "node_modules/partial 1.0.0 lacks",
      "names several hosts",
    ]);
  });

  test("a stored field of messages that is named in ten files is found, and tests do not count", () => {
    const problems = checkFieldCost(join(fixtures, "field-cost"));
    expect(problems.map(({ file, line }) => `${file}:${line ?? ""}`)).toEqual([
      "services/messages/src/a.ts:2",
    ]);
    expect(problems[0]?.message).toContain("hasImage of messages is named in 10 files");
  });

  test("code outside of its home and JSON that is searched are found, and tests and homes are left alone", () => {
    const problems = checkHomes(join(fixtures, "homes"));
    expect(problems.map(({ file, line }) => `${file}:${line ?? ""}`)).toEqual([
      ...[9, 4, 8, 2].map((line) => `libs/http/src/a.ts:${line}`),
      ...[2, 5, 6].map((line) => `services/users/src/policies/a.ts:${line}`),
      ...[9, 14, 10].map((line) => `libs/http/src/a.ts:${line}`),
    ]);
  });

  test("a cast to never is found, and the words in texts and comments are left alone", () => {
    using planted = new Planted("never-casts");
    expect(checkNeverCasts(planted.root).map(({ line }) => line)).toEqual([5]);
  });

  test("a library that is used as an object is found, and exports of it that are named are left alone", () => {
    using planted = new Planted("whole-imports");
    expect(checkWholeImports(planted.root).map(({ line }) => line)).toEqual([7]);
  });

  test("file names that say nothing or are not kebab-case are found", () => {
    const problems = checkFileNames(join(fixtures, "file-names"));
    expect(problems.map(({ file }) => file)).toEqual([
      "libs/http/src/ReadBody.ts",
      "libs/http/src/utils.ts",
    ]);
  });

  test("exported functions without a comment are found", () => {
    const problems = checkDocumentedExports(join(fixtures, "documented-exports"));
    expect(problems.map(({ line }) => line)).toEqual([1]);
    expect(problems[0]?.message).toContain("bare is exported without a comment");
  });

  test("references and links that lead nowhere are found", () => {
    const problems = checkReferences(join(fixtures, "references"));
    const reported = problems.map(
      ({ file, line, message }) => `${file}:${line} ${message.slice(message.lastIndexOf('"') + 2)}`,
    );
    expect(reported).toEqual([
      "docs/behaviour/messages.md:3 leads to no page or section",
      "docs/behaviour/messages.md:3 leads to no page or section",
      "docs/behaviour/messages.md:4 is no file or folder",
      "docs/behaviour/messages.md:4 leads to no file or folder",
      "docs/behaviour/messages.md:4 is not the end of any file's path",
      "libs/http/src/a.ts:3 is no page or section of docs",
      "libs/http/src/a.ts:5 is no page or section of docs",
      "libs/http/src/a.ts:3 is not in docs/adr",
    ]);
  });

  test("names of documents that are not in the repository are found", () => {
    const problems = checkOutsideDocuments(join(fixtures, "references"));
    expect(problems.map(({ line }) => line)).toEqual([7, 7]);
  });

  test("pages that are too long, and lines outside of tables and code that are too wide, are found", () => {
    const problems = checkPageSizes(join(fixtures, "page-sizes"));
    expect(problems.map(({ file, line, message }) => `${file}:${line ?? ""} ${message}`)).toEqual([
      "deploy/long.md: has 301 lines: at most 300; divide it by subject",
      "deploy/wide.md:3 has 165 columns: break the line, at most 160",
    ]);
  });

  test("sections of docs/behaviour that no test names are found", () => {
    using planted = new Planted("references");
    const problems = checkCitedSections(planted.root);
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "docs/behaviour/messages.md:14",
    ]);
  });

  test("titles that are no sentences, lean on others, are too long or stand twice are found", () => {
    using planted = new Planted("test-titles");
    const problems = checkTestTitles(planted.root);
    expect(problems.map(({ line, message }) => [line, message.replace(/^".*?" /, "")])).toEqual([
      [5, "begins with a verb: begin with whom or what it is about"],
      [6, 'begins with "of", so that it needs what stands around it: begin with the subject'],
      [7, "has no verb: make it a sentence, or add its verb to title-words.ts"],
      [9, "is the title of two tests: say in what they differ"],
      [10, expect.stringContaining("which is more than 110")],
      [12, "this test has no literal title: write the sentence where the test is"],
    ]);
  });
  test("comments that begin with a riddle, and functions whose comment begins without a verb, are found", () => {
    const problems = checkCommentForm(join(fixtures, "comment-form"));
    expect(problems.map(({ line }) => line)).toEqual([1, 6, 12, 18]);
  });

  test("comments wider than 120 columns are found, suppressions apart", () => {
    const problems = checkCommentWidth(join(fixtures, "comment-width"));
    expect(problems.map(({ line }) => line)).toEqual([1]);
  });

  test("words of our own are found in names of code and files, not in texts, and so are types that say nothing", () => {
    const problems = checkPlainWords(join(fixtures, "plain-words"));
    const found = problems.map(
      ({ file, line, message }) =>
        `${basename(file)} ${line ?? "itself"} ${message.split(" ", 1)[0] ?? ""}`,
    );
    expect(found.toSorted()).toEqual([
      "list.tsx 1 desk:",
      "sight-news.ts 1 Place:",
      "sight-news.ts 6 tellSoon:",
      "sight-news.ts 8 toldOf:",
      'sight-news.ts itself "sight"',
      "world.test.ts 3 errands:",
    ]);
  });
});
