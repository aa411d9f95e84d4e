import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, test } from "vitest";

import type { Product } from "./in-process/product.ts";
import { startDemo } from "./in-process/start-demo.ts";

const example = path.join(import.meta.dirname, "examples/first-example.mjs");

test("the README's first example is the one that is tested", ({ expect }) => {
  const readme = readFileSync(path.join(import.meta.dirname, "../../README.md"), "utf8");
  expect(readme).toContain(readFileSync(example, "utf8"));
});

describe("the example against the whole product (docs/behaviour/clients.md#libraries)", () => {
  let product: Product;

  beforeAll(async () => {
    product = await startDemo();
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  test("a published client logs in, subscribes, and hears another member and the echo bot", async ({
    expect,
  }) => {
    const { stdout } = await promisify(execFile)(process.execPath, [example], {
      env: { ...process.env, SITE: product.url },
    });
    expect(stdout.split("\n")).toEqual([
      "Max Member: @**Echo Bot** good morning",
      "Echo Bot: good morning",
      "",
    ]);
  });
});
