import { json, operation } from "@team-chat/contract";
import { createLogger } from "@team-chat/telemetry";
import { signedFetch } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { createServiceApp, LinesAnswer, listen, route } from "../src/index.ts";
import { nobody, signer } from "./fixture.ts";

/** Answers the lines that it is given. */
const getLines = operation({
  name: "getLines",
  method: "GET",
  path: "/lines",
  owner: "messages",
  auth: "none",
  scope: "any",
  params: { lines: json(z.array(z.string())) },
  response: z.object({}),
  success: { kind: "lines", line: z.strictObject({ id: z.int() }) },
  errors: [],
  doc: "Get lines.",
});

/** Asks a service, whose answers are held against the contract, for the lines. */
async function ask(lines: readonly string[]) {
  const app = createServiceApp({
    service: "messages",
    ctx: {},
    signer,
    logger: createLogger({ service: "fixture", level: "silent" }),
    ready: () => Promise.resolve(),
    routes: [route(getLines, (_ctx, _caller, { lines: given }) => new LinesAnswer(given))],
    internal: [],
    checkOutput: true,
  });
  await using server = await listen(app, { host: "127.0.0.1", port: 0 });
  const query = new URLSearchParams({ lines: JSON.stringify(lines) }).toString();
  const url = `http://127.0.0.1:${server.port}/api/v1/lines?${query}`;
  const response = await signedFetch({ signer, identity: nobody }, url);
  return { response, status: response.status, text: await response.text() };
}

describe("lines (docs/behaviour/api.md#answers)", () => {
  test.for([
    ['{"id":"one"}', "expected number"],
    ['{"id":1,"secret":2}', "secret"],
  ] as const)(
    "a line that the contract does not describe fails where tests can see it: %s",
    async ([line, named], { expect }) => {
      const { status, text } = await ask(['{"id":1}', line]);
      expect(status).toBe(500);
      expect(text).toContain(named);
    },
  );

  test("each line ends with a line break, none at all are an empty answer, and nobody keeps them", async ({
    expect,
  }) => {
    const some = await ask(['{"id":1}', '{"id":2}']);
    expect([some.status, some.text]).toEqual([200, '{"id":1}\n{"id":2}\n']);
    const none = await ask([]);
    expect([none.status, none.text]).toEqual([200, ""]);
    for (const { response } of [some, none]) {
      expect(response.headers.get("content-type")).toBe("application/x-ndjson");
      expect(response.headers.get("cache-control")).toContain("no-store");
    }
  });
});
