import { describe, expect, test } from "vitest";

import { checkSnippets } from "../src/snippets/check-snippets.ts";
import { Planted } from "./planted.ts";

describe("code in pages", () => {
  test("a snippet compiles, with what is given before it or in its file, and changes lines that are there", () => {
    using planted = new Planted("snippets");
    const problems = checkSnippets(planted.root);
    expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      "services/add.md:15 the lines that it changes are not once in libs/http/src/known.ts",
      "services/add.md:6 libs/http/src/new.ts:3 TS2322: Type 'number' is not assignable to type 'string'.",
      "README.md:13 TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
  });
});
