import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkImports } from "../src/layers/check-imports.ts";
import { checkManifests } from "../src/layers/check-manifests.ts";
import { findImports } from "../src/layers/imports.ts";

const fixtures = join(import.meta.dirname, "../fixtures");

function messagesFor(file: string): string {
  return checkImports(join(fixtures, "layers-imports"))
    .filter((problem) => problem.file === file)
    .map((problem) => problem.message)
    .join("\n");
}

describe("layers", () => {
  test("contract is kept free of other libs, other packages and inner files", () => {
    const messages = messagesFor("libs/contract/src/index.ts");
    expect(messages).toContain("libs/contract may not import http");
    expect(messages).toContain("libs/contract may import only zod");
    expect(messages).toContain("reaches inside @team-chat/errors");
  });

  test("imports are kept inside their workspace and in the list of dependencies", () => {
    const messages = messagesFor("libs/http/src/index.ts");
    expect(messages).toContain("leaves libs/http");
    expect(messages).toContain("@team-chat/contract is not in libs/http/package.json");
  });

  test("services are kept apart from each other and from test infrastructure", () => {
    const messages = messagesFor("services/users/src/operations/get-user.ts");
    expect(messages).toContain("only tests/system composes services");
    expect(messages).toContain("testkit starts infrastructure");
    expect(messages).toContain("openDatabase opens a connection");
    expect(messages).toContain("ioredis is used by libs/redis only");
  });

  test("the dependencies of every lib are compared with the table", () => {
    const messages = checkManifests(join(fixtures, "layers-manifests"))
      .map(({ message }) => message)
      .join("\n");
    expect(messages).toContain("libs/http depends on pg");
    expect(messages).toContain("lets libs/http import telemetry");
    expect(messages).toContain("libs/surprise has no row");
  });

  test("every form of import is read", () => {
    const text = [
      'import { a, type B, c as d } from "one";',
      'import type { E } from "two";',
      'export * from "three";',
      'import "four";',
      'const five = await import("five");',
      'import {\n  f,\n} from "six";',
    ].join("\n");
    expect(findImports(text).map(({ specifier, names }) => [specifier, names])).toEqual([
      ["one", ["a", "c"]],
      ["two", ["E"]],
      ["three", []],
      ["four", []],
      ["five", []],
      ["six", ["f"]],
    ]);
  });
});
