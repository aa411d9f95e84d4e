import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkImage } from "../src/image/check-image.ts";

const fixtures = join(import.meta.dirname, "../fixtures");

describe("the check of the Dockerfile", () => {
  test("the check of the Dockerfile finds a program that needs what the image leaves out, and no other", () => {
    const problems = checkImage(join(fixtures, "image"));
    expect(problems.map(({ file }) => file)).toEqual(["services/forgetful/src/main.ts"]);
    expect(problems[0]?.message).toContain("only-for-tests.ts");
  });

  test.each([
    ["image-instruction", "ADD cannot be carried out", 2],
    ["image-base", "the base must be node:24", 1],
    ["image-tag", "needs its digest", 1],
    ["image-run", "no space left", 2],
    ["image-copy", "there is no such file", 2],
  ])(
    "the check of the Dockerfile names the line of a step that fails: %s",
    (fixture, message, line) => {
      const problems = checkImage(join(fixtures, fixture));
      expect(problems[0]?.message).toContain(message);
      expect(problems[0]?.line).toBe(line);
    },
  );

  test("the check of the Dockerfile compares the list of packages in the image with what is installed there", () => {
    const messages = checkImage(join(fixtures, "image-sbom")).map(({ message }) => message);
    expect(messages).toEqual([
      "a@1.0.0 is installed, and not in sbom.cdx.json",
      "b@1.0.0 is in sbom.cdx.json, and not installed",
    ]);
  });

  test("the check of the Dockerfile finds an image that runs as root and one that starts nothing of ours", () => {
    const messages = checkImage(join(fixtures, "image-root")).map(({ message }) => message);
    expect(messages).toEqual([
      "runs as root: end with USER node",
      "has no CMD that starts a src/main.ts, or a bundle of programs",
    ]);
  });
});
