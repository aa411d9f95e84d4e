import { type Operation, operations } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { signedFetch, useWorld } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test } from "vitest";

import { key } from "./owners.ts";
import { specified, wrongValues } from "./parameter-kinds.ts";
import { userOf, World } from "./world.ts";

const signer = createIdentitySigner(key);
const owned = operations.filter(({ owner }) => owner === "events");
const world = useWorld(() => World.create());
let port: number;

beforeAll(async () => {
  ({
    service: { port },
  } = await world().start());
});

beforeEach(() => {
  world().owners.requests.length = 0;
});

/** Asks with the fields as they are. */
async function ask({ method, path }: Operation, fields: Readonly<Record<string, string>>) {
  const given = new URLSearchParams(fields);
  const query = method === "GET" ? `?${given.toString()}` : "";
  const url = `http://127.0.0.1:${port}/api/v1${path}${query}`;
  const response = await signedFetch({ signer, identity: userOf(1) }, url, {
    method,
    body: method === "GET" ? null : given,
  });
  return { status: response.status, body: await response.json() };
}

test("the table has every operation and every parameter, in their order", ({ expect }) => {
  expect(owned.map(({ name }) => name).toSorted()).toEqual(Object.keys(specified).toSorted());
  for (const { name, params } of owned)
    expect(Object.keys(specified[name] ?? {}), name).toEqual(Object.keys(params));
});

describe("parameters (docs/behaviour/api.md#refused-values)", () => {
  for (const operation of owned)
    test(`the parameters of ${operation.name} are checked, and refusals ask nobody and leave no queue`, async ({
      expect,
    }) => {
      // Without a queue's id, polling registers one.
      const usual = operation.name === "getEvents" ? { dont_block: "true" } : {};
      const before = [...world().queueIds()];
      for (const [name, kind] of Object.entries(specified[operation.name] ?? {})) {
        if (kind.endsWith("!"))
          expect(await ask(operation, {}), name).toEqual({
            status: 400,
            body: {
              result: "error",
              msg: `Missing '${name}' argument`,
              code: "REQUEST_VARIABLE_MISSING",
              var_name: name,
            },
          });
        const wrong = Object.entries(wrongValues[kind.replace("!", "")] ?? { "": "no kind" });
        for (const [value, message] of wrong)
          expect(await ask(operation, { ...usual, [name]: value }), `${name}=${value}`).toEqual({
            status: 400,
            body: { result: "error", msg: message.replaceAll("X", name), code: "BAD_REQUEST" },
          });
      }
      expect(world().owners.requests).toEqual([]);
      expect([...world().queueIds()]).toEqual(before);
    });
});
