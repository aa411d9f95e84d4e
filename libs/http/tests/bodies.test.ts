import * as fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { type Fixture, startFixture } from "./fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ checkOutput: true });
});
afterAll(() => fixture.running.close());

const json = "application/json";

function post(body: string | Uint8Array, type: string | undefined, query = "") {
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  return fixture.send(`/api/v1/echo${query}`, { method: "POST", body: bytes, headers });
}

describe("a JSON body", () => {
  test("a JSON body says what a form says that has each member as text, or as JSON text", async ({
    expect,
  }) => {
    const members = fc.record(
      {
        content: fc.string({ minLength: 1 }).filter((text) => !text.includes("\0")),
        to: fc.oneof(fc.string(), fc.array(fc.string()), fc.array(fc.integer())),
        topic: fc.string(),
        flag: fc.oneof(fc.boolean(), fc.constant(null), fc.constantFrom("true", "x")),
        count: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        members: fc.array(fc.record({ name: fc.string() })),
        strange: fc.jsonValue(),
      },
      { requiredKeys: ["content"] },
    );
    await fc.assert(
      fc.asyncProperty(members, async (given) => {
        const form = new URLSearchParams(
          Object.entries(given).map(([name, value]): [string, string] => [
            name,
            typeof value === "string" ? value.toWellFormed() : JSON.stringify(value),
          ]),
        );
        const asForm = await fixture.send("/api/v1/echo", { method: "POST", body: form });
        const asJson = await post(JSON.stringify(given), `${json}; charset=utf-8`);
        expect([asJson.status, asJson.raw]).toEqual([asForm.status, asForm.raw]);
      }),
      { numRuns: 200 },
    );
  });

  test("a JSON body wins over the query, with any verb", async ({ expect }) => {
    const { body } = await post('{"content":"body"}', json, "?content=query&count=7");
    expect(body.input).toMatchObject({ content: "body", count: 7 });
    for (const method of ["PATCH", "DELETE"]) {
      const request = {
        method,
        body: '{"title":"t"}',
        headers: { "content-type": "Application/JSON" },
      };
      expect((await fixture.send("/api/v1/things/5", request)).body).toMatchObject({ title: "t" });
    }
  });

  test.for([
    ["", "INVALID_JSON", "{"],
    ["", "INVALID_JSON", '{"content":"a"} x'],
    ["", "INVALID_JSON", '{"folder":1e999}'],
    ["", "INVALID_JSON", '{"members":[{"name":[-1E+400]}]}'],
    ["", "INVALID_JSON", `{"folder":${"9".repeat(400)}}`],
    ["", "INVALID_JSON", `{"members":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
    ["an object", "BAD_REQUEST", "[]"],
    ["an object", "BAD_REQUEST", '"content"'],
    ["an object", "BAD_REQUEST", "null"],
    [
      "at most 1000",
      "BAD_REQUEST",
      `{${Array.from({ length: 1001 }, (_, at) => `"${at}":1`).join(",")}}`,
    ],
    ["content must not contain null bytes", "BAD_REQUEST", String.raw`{"content":"\u0000"}`],
    ["to must not contain null bytes", "BAD_REQUEST", String.raw`{"content":"a","to":["\u0000"]}`],
    ["The name 'a\u{FFFD}' must not", "BAD_REQUEST", String.raw`{"content":"a","a\u0000":1}`],
  ] as const)(
    "a JSON body is refused with %j and %s as %.40j",
    async ([text, code, body], { expect }) => {
      const answer = await post(body, json);
      expect([answer.status, answer.body["code"]]).toEqual([400, code]);
      expect(answer.body["msg"]).toContain(text);
    },
  );

  test("a JSON body may have large numbers, and texts that look like larger ones", async ({
    expect,
  }) => {
    const { body } = await post('{"content":"1e999","ratio":1e308}', json);
    expect(body.input).toMatchObject({ content: "1e999", ratio: 1e308 });
  });

  test("a JSON body is refused when it is no UTF-8", async ({ expect }) => {
    const answer = await post(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), json);
    expect([answer.status, answer.body["code"]]).toEqual([400, "INVALID_JSON"]);
  });
});

describe("a body of another type", () => {
  test.for([
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/octet-stream",
    "application/json-patch+json",
    "application/x-www-form-urlencodedx",
    "multipart/mixed; boundary=x",
    "json",
    undefined,
  ])("a body of another type is refused: %s", async (type, { expect }) => {
    for (const query of ["", "?content=query"]) {
      const { body, status } = await post('{"content":"a"}', type, query);
      expect([status, body["code"]]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
      expect(body["msg"]).toContain("application/json");
    }
  });

  test("a body of another type does not matter while it is empty, also when its length comes late", async ({
    expect,
  }) => {
    const headers = { "content-type": "text/plain" };
    const request = { method: "POST", headers };
    const answer = await fixture.send("/api/v1/echo?content=query", { ...request, body: "" });
    expect(answer.body.input).toMatchObject({ content: "query" });
    const stream = new Blob([]).stream();
    const chunked = { ...request, body: stream, duplex: "half" } as RequestInit;
    const late = await fixture.send("/api/v1/echo?content=query", chunked);
    expect(late.body.input).toMatchObject({ content: "query" });
    const full = { ...request, body: new Blob(["x"]).stream(), duplex: "half" } as RequestInit;
    expect((await fixture.send("/api/v1/echo?content=query", full)).status).toBe(415);
  });
});

describe("names with null bytes are refused", () => {
  const part = (head: string) =>
    `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\na\r\n--x--\r\n`;

  test.for([
    ["a form", "application/x-www-form-urlencoded", "content=a&a%00=1"],
    ["a part", "multipart/form-data; boundary=x", part('name="a\0"')],
    ["a file", "multipart/form-data; boundary=x", part('name="a"; filename="b\0.txt"')],
    [
      "an encoded file",
      "multipart/form-data; boundary=x",
      part("name=\"a\"; filename*=utf-8''b%00.txt"),
    ],
  ] as const)("a name with a null byte is refused in %s", async ([, type, body], { expect }) => {
    const answer = await post(body, type);
    expect([answer.status, answer.body["code"]]).toEqual([400, "BAD_REQUEST"]);
    expect(answer.body["msg"]).toMatch(
      /^The name '[ab]\uFFFD(?:\.txt)?' must not contain null bytes$/,
    );
  });

  test("a value of a part with a null byte is refused", async ({ expect }) => {
    const body = '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\na\0\r\n--x--\r\n';
    const answer = await post(body, "multipart/form-data; boundary=x");
    expect(answer.body["msg"]).toBe("content must not contain null bytes");
  });
});
