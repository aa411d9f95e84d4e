import { describe, expect, test } from "vitest";

import { Planted } from "./planted.ts";

describe("tsc", () => {
  test("tsc refuses unchecked elements, inexact options and syntax that cannot be erased", () => {
    using planted = new Planted("types");
    const { status, output } = planted.run("tsc", "-p", "tsconfig.json");
    expect(status).not.toBe(0);
    expect(output).toContain("a.ts(3,");
    expect(output).toContain("exactOptionalPropertyTypes");
    expect(output).toContain("erasableSyntaxOnly");
  });
});

describe("oxfmt", () => {
  test("oxfmt refuses unsorted imports and unformatted code", () => {
    using planted = new Planted("format");
    const { status, output } = planted.run("oxfmt", "--check");
    expect(status).not.toBe(0);
    expect(output).toContain("libs/http/src/a.ts");
  });
});

describe("oxlint", () => {
  using planted = new Planted("lint");
  const { status, output } = planted.run("oxlint", "-f", "unix");
  const linesFor = (path: string): string =>
    output
      .split("\n")
      .filter((line) => line.includes(path))
      .join("\n");

  test("oxlint fails on a planted violation", () => {
    expect(status).not.toBe(0);
  });

  test.each([
    ["libs/http/src/promises.ts", "no-floating-promises"],
    ["libs/http/src/promises.ts", "no-misused-promises"],
    ["libs/http/src/cases.ts", "switch-exhaustiveness-check"],
    ["libs/http/src/types.ts", "ban-ts-comment"],
    ["libs/http/src/types.ts", "no-explicit-any"],
    ["libs/http/src/types.ts", "no-non-null-assertion"],
    ["libs/http/src/types.ts", "no-default-export"],
    ["libs/http/src/cycle-one.ts", "no-cycle"],
    ["libs/http/src/environment.ts", "no-process-env"],
    ["libs/http/src/environment.ts", "no-console"],
    ["libs/http/src/environment.ts", "max-params"],
    ["libs/http/src/long-function.ts", "max-lines-per-function"],
    ["libs/http/src/long-file.ts", "max-lines"],
    ["services/users/src/policies/thing.ts", "no-restricted-imports"],
    ["services/users/src/queries/list.ts", "no-restricted-imports"],
    ["services/users/src/queries/thing.ts", "no-restricted-imports"],
    ["services/users/src/present/thing.ts", "no-restricted-imports"],
    ["services/users/src/operations/thing.ts", "no-restricted-imports"],
    ["services/users/src/consumers/thing.ts", "no-restricted-imports"],
  ])("oxlint finds in %s what %s forbids", (path, rule) => {
    expect(linesFor(path)).toContain(rule);
  });
});

describe("knip", () => {
  test("knip finds an unused file, an unused export, an unused and an undeclared dependency", () => {
    using planted = new Planted("dead-code");
    const { status, output } = planted.run("knip", "--no-progress");
    expect(status).not.toBe(0);
    expect(output).toContain("orphan.ts");
    expect(output).toContain("nobodyWantsMe");
    expect(output).toContain("ioredis");
    expect(output).toContain("zod");
  });
});
