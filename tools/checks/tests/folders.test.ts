import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkCircles } from "../src/layers/check-circles.ts";
import { checkFolderOrder } from "../src/layers/check-folder-order.ts";
import { checkFolderSizes } from "../src/layers/check-folder-sizes.ts";
import { checkOperationFiles } from "../src/layers/check-operation-files.ts";
import { maxFolderFiles } from "../src/layers/folder-order.ts";
import { Planted } from "./planted.ts";

const tree = join(import.meta.dirname, "../fixtures/layers-folders");
const src = "services/users/src";

describe("the folders of a service", () => {
  test("a service with a folder that imports what stands above it, also by a type, is found", () => {
    const problems = checkFolderOrder(tree);
    expect(problems.map(({ file, line }) => [file, line])).toEqual([
      [`${src}/drawer/anything.ts`, undefined],
      [`${src}/policies/may-read.ts`, 1],
    ]);
    expect(problems.map(({ message }) => message).join("\n")).toMatch(
      /drawer has no place[^]*policies is below operations/,
    );
  });

  test("a service whose folders have no order is found", () => {
    using planted = new Planted("layers-folders");
    const folder = "services/attics";
    mkdirSync(join(planted.root, folder));
    writeFileSync(join(planted.root, folder, "package.json"), "{}");
    expect(checkFolderOrder(planted.root)).toContainEqual({
      file: folder,
      message: "has no order of folders: add one to tools/checks/src/layers/folder-order.ts",
    });
  });

  test("a circle of files or of folders, also by types, is found", () => {
    const messages = checkCircles(tree).map(({ message }) => message);
    expect(messages.join("\n").replaceAll(`${src}/`, "")).toBe(
      [
        "these files import each other in a circle, move what several need into a file below them: operations/accounts/get-user.ts, policies/may-read.ts",
        "these files import each other in a circle, move what several need into a file below them: queries/groups.ts, queries/users.ts",
        "these folders import each other in a circle, move what several need into a file below them: domain/mail, domain/presence",
        "these folders import each other in a circle, move what several need into a file below them: operations/accounts, policies",
      ].join("\n"),
    );
  });

  test("a file in operations that no route binds is found", () => {
    expect(checkOperationFiles(tree).map(({ file }) => file)).toEqual([
      `${src}/operations/accounts/plan-user.ts`,
    ]);
  });

  test("a folder with more files than one can take in is found", () => {
    using planted = new Planted("layers-folders");
    const folder = join(planted.root, src, "queries");
    expect(checkFolderSizes(planted.root)).toEqual([]);
    for (let index = 1; index < maxFolderFiles; index += 1)
      writeFileSync(join(folder, `query-${index}.ts`), "");
    expect(checkFolderSizes(planted.root).map(({ file }) => file)).toEqual([`${src}/queries`]);
  });
});
