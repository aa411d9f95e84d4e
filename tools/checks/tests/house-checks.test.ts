import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { checkCitedSections } from "../src/house/cited-sections.ts";
import { checkDocumentedExports } from "../src/house/documented-exports.ts";
import { checkFieldCost } from "../src/house/field-cost.ts";
import { checkFileNames } from "../src/house/file-names.ts";
import { checkHomes } from "../src/house/homes.ts";
import { checkLockFile } from "../src/house/lock-file.ts";
import { checkMarks } from "../src/house/marks.ts";
import { checkMigrations } from "../src/house/migrations.ts";
import { checkOutsideDocuments } from "../src/house/outside-documents.ts";
import { checkPageSizes } from "../src/house/page-sizes.ts";
import { checkReferences } from "../src/house/references.ts";
import { checkSkippedTests } from "../src/house/skipped-tests.ts";
import { checkSuppressions } from "../src/house/suppressions.ts";
import { Planted } from "./planted.ts";

const fixtures = join(import.meta.dirname, "../fixtures");

describe("house checks", () => {
  it("finds a suppression without a reason and accepts one with a reason", () => {
    const problems = checkSuppressions(join(fixtures, "suppressions"));
    expect(problems.map(({ line }) => line)).toEqual([1]);
    expect(problems[0]?.message).toContain("add ` -- why");
  });

  it("finds marks without an issue and leaves strings and filed marks alone", () => {
    const problems = checkMarks(join(fixtures, "marks"));
    expect(problems.map(({ line }) => line)).toEqual([1, 3]);
  });

  it("finds tests that are skipped, singled out or retried", () => {
    using planted = new Planted("skipped-tests");
    const problems = checkSkippedTests(planted.root);
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  it("finds migrations that are misnamed, share a number or take something away", () => {
    const problems = checkMigrations(join(fixtures, "migrations"));
    expect(problems.map(({ file, line }) => `${file}:${line ?? ""}`)).toEqual([
      "services/users/migrations/0001-twin.sql:",
      "services/users/migrations/0002-drop.sql:2",
      "services/users/migrations/name.sql:",
    ]);
  });

  it("finds a lock that names too few packages or several hosts", () => {
    const problems = checkLockFile(join(fixtures, "lock-file"));
    expect(problems.map(({ message }) => message.split(" ").slice(0, 3).join(" "))).toEqual([
      "node_modules/partial 1.0.0 lacks",
      "names several hosts",
    ]);
  });

  it("finds a stored field of messages that is named in ten files, and does not count tests", () => {
    const problems = checkFieldCost(join(fixtures, "field-cost"));
    expect(problems.map(({ file, line }) => `${file}:${line ?? ""}`)).toEqual([
      "services/messages/src/a.ts:2",
    ]);
    expect(problems[0]?.message).toContain("hasImage of messages is named in 10 files");
  });

  it("finds code outside of its home, JSON that is searched, and leaves tests and homes alone", () => {
    const problems = checkHomes(join(fixtures, "homes"));
    expect(problems.map(({ file, line }) => `${file}:${line ?? ""}`)).toEqual(
      [9, 4, 8, 2, 9, 10].map((line) => `libs/http/src/a.ts:${line}`),
    );
  });

  it("finds file names that say nothing or are not kebab-case", () => {
    const problems = checkFileNames(join(fixtures, "file-names"));
    expect(problems.map(({ file }) => file)).toEqual([
      "libs/http/src/ReadBody.ts",
      "libs/http/src/utils.ts",
    ]);
  });

  it("finds exported functions without a comment", () => {
    const problems = checkDocumentedExports(join(fixtures, "documented-exports"));
    expect(problems.map(({ line }) => line)).toEqual([1]);
    expect(problems[0]?.message).toContain("bare is exported without a comment");
  });

  it("finds references and links that lead nowhere", () => {
    const problems = checkReferences(join(fixtures, "references"));
    const told = problems.map(
      ({ file, line, message }) => `${file}:${line} ${message.slice(message.lastIndexOf('"') + 2)}`,
    );
    expect(told).toEqual([
      "docs/behaviour/messages.md:3 leads to no page or section",
      "docs/behaviour/messages.md:3 leads to no page or section",
      "docs/behaviour/messages.md:4 is no file or folder",
      "docs/behaviour/messages.md:4 is not the end of any file's path",
      "libs/http/src/a.ts:3 is no page or section of docs",
      "libs/http/src/a.ts:5 is no page or section of docs",
      "libs/http/src/a.ts:3 is not in docs/adr",
    ]);
  });

  it("finds names of documents that are not in the repository", () => {
    const problems = checkOutsideDocuments(join(fixtures, "references"));
    expect(problems.map(({ line }) => line)).toEqual([7, 7]);
  });

  it("finds pages that are too long, and lines outside of tables and code that are too wide", () => {
    const problems = checkPageSizes(join(fixtures, "page-sizes"));
    expect(problems.map(({ file, line, message }) => `${file}:${line ?? ""} ${message}`)).toEqual([
      "deploy/long.md: has 301 lines: at most 300; divide it by subject",
      "deploy/wide.md:3 has 165 columns: break the line, at most 160",
    ]);
  });

  it("finds sections of docs/behaviour that no test names", () => {
    using planted = new Planted("references");
    const problems = checkCitedSections(planted.root);
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "docs/behaviour/messages.md:14",
    ]);
  });
});
