import { text } from "node:stream/consumers";

import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { open } from "../client.ts";
import { type Gateway, World } from "../world.ts";

const world = useWorld(() => World.create());
const page = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const host = "here.example.com";
let gateway: Gateway;

beforeAll(async () => {
  gateway = await world().gateway();
  world().realm(host);
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function opened(asked: {
  readonly path: string;
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>>;
}) {
  const response = await open(gateway.url, { headers: page, ...asked });
  return { headers: response.headers, status: response.statusCode, body: await text(response) };
}

const nowhere = "nobody.example.com";

describe("pages that cannot be shown (docs/behaviour/languages.md#pages)", () => {
  test("programs that open what is not there are refused as the API refuses", async ({
    expect,
  }) => {
    const json = { Accept: "*/*" };
    for (const [path, at, headers] of [
      ["//login", nowhere, json],
      ["//nothing", host, json],
      ["/nothing", host, page],
    ] as const) {
      const { body, headers: announced, status } = await opened({ path, host: at, headers });
      expect([path, status, announced["content-type"]]).toEqual([path, 404, "application/json"]);
      expect(JSON.parse(body)).toMatchObject({ result: "error" });
    }
  });

  test("a browser is shown in its language that there is no organization, and where to find one's own", async ({
    expect,
  }) => {
    const { body, headers, status } = await opened({ path: "//login", host: nowhere });
    expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("<h1>There is no organization at this address</h1>");
    expect(body).toContain('href="/accounts/find/"');
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    const arabic = { ...page, "Accept-Language": "ar" };
    const said = await opened({ path: "//login", host: nowhere, headers: arabic });
    expect(said.body).toContain("<h1>لا توجد مؤسسة على هذا العنوان</h1>");
    expect(said.body).toContain('dir="rtl"');
  });

  test("a browser is shown that there is nothing at an address", async ({ expect }) => {
    const { body, status } = await opened({ path: "//nothing", host });
    expect(status).toBe(404);
    expect(body).toContain("There is nothing at this address.");
  });
});
