import { type Operation, operations, type Param } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { createLogger } from "@team-chat/telemetry";
import { signedFetch } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { createServiceApp, listen, type RunningServer } from "../src/index.ts";
import { compileParameters } from "../src/parameters/parameters.ts";
import { alice, signer } from "./fixture.ts";
import { samplesOf, withNullBytes } from "./samples.ts";

interface OneParam {
  readonly of: string;
  readonly name: string;
  readonly param: Param;
  /** The operation with this parameter alone, at an address of its own. */
  readonly operation: Operation;
}

const all = operations.flatMap((operation, index) =>
  Object.entries(operation.params).map(([name, param], at): OneParam => {
    const rest = operation.path.includes(`{${name}*}`) ? "*" : "";
    const path = param.wire === "path" ? `/${index}/${at}/{${name}${rest}}` : `/${index}/${at}`;
    return {
      of: operation.name,
      name,
      param,
      operation: { ...operation, path, params: { [name]: param } },
    };
  }),
);

const isText = ({ param }: OneParam) =>
  samplesOf(param.schema).some((one) => typeof one === "string");

let running: RunningServer;
const reached: string[] = [];

beforeAll(async () => {
  const handle = ({ input }: { input: object }) => {
    reached.push(JSON.stringify(input));
    return {};
  };
  const routes = [...all.map(({ operation }) => operation), ...operations].map((operation) => ({
    operation: { ...operation, response: z.object({}) },
    handle,
  }));
  const logger = createLogger({ service: "fixture", level: "silent" });
  const ready = () => Promise.resolve();
  const app = createServiceApp({ service: "messages", ctx: {}, signer, logger, ready, routes });
  running = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => running.close());

async function send(method: string, target: string) {
  const url = `http://127.0.0.1:${running.port}/api/v1${target}`;
  const response = await signedFetch({ signer, identity: alice }, url, { method });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Some schemas say it in the words that clients know. */
const named = (name: string) =>
  new RegExp(`\\b${name.replaceAll("_", "[_ ]")}\\b|^(?:Message|Topic) must not contain`);

describe("a null byte is refused in every parameter of every operation", () => {
  test("a null byte is refused in the address and the query of every operation", async ({
    expect,
  }) => {
    const texts = all.filter((one) => one.param.wire !== "json" && isText(one));
    for (const { name, of, operation } of texts) {
      const [before = "", after] = operation.path.split("{");
      const target = after === undefined ? `${before}?${name}=` : before;
      const clean = await send(operation.method, `${target}azb`);
      const { status, body } = await send(operation.method, `${target}a%00b`);
      expect([of, status]).toEqual([of, 400]);
      // Otherwise the schema has its own words for what it does not take.
      if (clean.status === 200) expect(body["msg"], of).toMatch(named(name));
    }
    expect(texts.length).toBeGreaterThan(200);
    expect(reached.filter((input) => !input.includes("azb"))).toEqual([]);
  });

  test("a null byte is refused at every place within a value that its schema accepts, keys included", ({
    expect,
  }) => {
    let tried = 0;
    for (const { name, of, operation, param } of all) {
      const binder = compileParameters(operation);
      const bind = (text: string) =>
        param.wire === "path"
          ? binder.bind({ [name]: text }, new Map())
          : binder.bind({}, new Map([[name, text]]));
      for (const sample of samplesOf(param.schema)) {
        const textOf = (value: unknown) =>
          param.wire === "json" || typeof value !== "string" ? JSON.stringify(value) : value;
        if (!accepts(() => bind(textOf(sample)))) continue;
        for (const value of withNullBytes(sample)) {
          tried += 1;
          const refusal = refusalBy(() => bind(textOf(value)));
          expect([of, refusal?.status]).toEqual([of, 400]);
          expect(refusal?.message, of).toMatch(named(name));
        }
      }
    }
    expect(tried).toBeGreaterThan(300);
  });

  test("a null byte is refused in the client's name", async ({ expect }) => {
    for (const { method, name, path } of operations) {
      const address = path.replaceAll(/\{\w+\*?\}/g, "7");
      const { status, body } = await send(method, `${address}?client=a%00b`);
      expect([name, status, body["msg"]]).toEqual([
        name,
        400,
        "client must not contain null bytes",
      ]);
    }
  });
});

function accepts(bind: () => unknown): boolean {
  return refusalBy(bind) === undefined;
}

function refusalBy(bind: () => unknown): AppError | undefined {
  try {
    bind();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
