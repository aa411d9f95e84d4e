import { inspect } from "node:util";

import { describe, test } from "vitest";
import { z } from "zod";

import { env, parseConfig, secret } from "./index.ts";

const schema = z.object({
  PORT: env.port(1),
  VERBOSE: env.boolean().default(false),
  KEY: secret(),
});

describe("parseConfig", () => {
  test("parseConfig reports every problem with the variable's name and never its value", ({
    expect,
  }) => {
    const parse = () => parseConfig(schema, { PORT: "abc", VERBOSE: "hunter2" });
    expect(parse).toThrow(/PORT: .*\n.*VERBOSE: .*\n.*KEY is not set/);
    expect(parse).not.toThrow(/hunter2/);
  });

  test("parseConfig takes an empty variable as not set", ({ expect }) => {
    expect(parseConfig(schema, { PORT: "", KEY: "k" }).PORT).toBe(1);
  });

  test("parseConfig keeps secrets out of every kind of print", ({ expect }) => {
    const config = parseConfig(schema, { KEY: "hunter2" });
    expect(`${JSON.stringify(config)} ${inspect(config)} ${String(config.KEY)}`).not.toContain(
      "hunter2",
    );
    expect(config.KEY.reveal()).toBe("hunter2");
  });
});
