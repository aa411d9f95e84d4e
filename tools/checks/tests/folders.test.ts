import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { checkCircles } from "../src/layers/check-circles.ts";
import { checkFolderOrder } from "../src/layers/check-folder-order.ts";
import { checkFolderSizes } from "../src/layers/check-folder-sizes.ts";
import { checkOperationFiles } from "../src/layers/check-operation-files.ts";
import { maxFolderFiles } from "../src/layers/folder-order.ts";
import { Planted } from "./planted.ts";

const tree = join(import.meta.dirname, "../fixtures/layers-folders");
const src = "services/users/src";

describe("the folders of a service", () => {
  it("may import only those below them, counting types, and each has its place", () => {
    const problems = checkFolderOrder(tree);
    expect(problems.map(({ file, line }) => [file, line])).toEqual([
      [`${src}/drawer/anything.ts`, undefined],
      [`${src}/policies/may-read.ts`, 1],
    ]);
    expect(problems.map(({ message }) => message).join("\n")).toMatch(
      /drawer has no place[^]*policies is below operations/,
    );
  });

  it("hold no circles of files or of folders, not even by types", () => {
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

  it("hold only operations that routes bind where operations are", () => {
    expect(checkOperationFiles(tree).map(({ file }) => file)).toEqual([
      `${src}/operations/accounts/plan-user.ts`,
    ]);
  });

  it("hold no more files than one can take in", () => {
    using planted = new Planted("layers-folders");
    const folder = join(planted.root, src, "queries");
    expect(checkFolderSizes(planted.root)).toEqual([]);
    for (let index = 1; index < maxFolderFiles; index += 1)
      writeFileSync(join(folder, `query-${index}.ts`), "");
    expect(checkFolderSizes(planted.root).map(({ file }) => file)).toEqual([`${src}/queries`]);
  });
});
