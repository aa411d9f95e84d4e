import { afterAll, beforeAll, describe, test } from "vitest";

import { type Fixture, startFixture } from "./fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ checkOutput: true });
});
afterAll(() => fixture.running.close());

function post(fields: Record<string, string>) {
  return fixture.send("/api/v1/echo", {
    method: "POST",
    body: new URLSearchParams({ content: "hi", ...fields }),
  });
}

const bad = "BAD_REQUEST";

describe("a parameter is refused", () => {
  test.for([
    [{ flag: "True" }, "flag is not valid JSON"],
    [{ flag: "1" }, "flag is not a boolean"],
    [{ count: '"5"' }, "count is not an integer"],
    [{ count: "1.5" }, "count is not an integer"],
    [{ count: "0" }, "count is too small"],
    [{ count: "101" }, "count is too large"],
    [{ count: "1152921504606846976" }, "count is too large"],
    [{ ratio: "[]" }, "ratio is not a float"],
    [{ content: "" }, "content cannot be blank"],
    [{ topic: "abcdef" }, "topic is too long (limit: 5 characters)"],
    [{ kind: "huddle" }, "Invalid kind"],
    [{ members: "{}" }, "members is not a list"],
    [{ members: "[5]" }, "members[0] is not a dict"],
    [{ members: '[{"name":5}]' }, 'members[0]["name"] is not a string'],
    [{ members: '[{"name":"a"},{}]' }, 'members[1]["name"] field is missing: Field required'],
    [
      { members: '[{"name":"abcdefghijk"}]' },
      'members[0]["name"] is too long (limit: 10 characters)',
    ],
    [{ closed: '{"key":"a","b":1}' }, 'Argument "b" at closed["b"] is unexpected'],
    [{ closed: "[1]" }, "closed is not a dict"],
    [{ event_types: "[1]" }, "event_types[0] is not a string"],
    [{ to: '["a",1]' }, "to[1] is not a string"],
    [{ to: "{}" }, "to is not a string"],
    [{ even: "3" }, "Invalid even: Value error, must be even"],
    [{ bound: "10" }, "At most nine."],
    [{ content: "a\0b" }, "content must not contain null bytes"],
    [{ topic: String.raw`"\u0000"` }, "topic must not contain null bytes"],
    [{ to: String.raw`["a","\u0000"]` }, "to must not contain null bytes"],
    [{ members: String.raw`[{"name":"a\u0000"}]` }, "members must not contain null bytes"],
    [{ members: String.raw`[{"name":"a","\u0000":1}]` }, "members must not contain null bytes"],
  ] as const)("the parameters %j are refused with %j", async ([fields, msg], { expect }) => {
    const { status, body } = await post(fields);
    expect({ status, body }).toEqual({ status: 400, body: { result: "error", msg, code: bad } });
  });

  test("a parameter is refused with the text, code and fields that its schema brings", async ({
    expect,
  }) => {
    const { body } = await post({ own: "10" });
    expect(body).toEqual({ result: "error", msg: "Own text.", code: "BAD_NARROW", desc: "own" });
  });

  test("a parameter is refused when it is required and absent", async ({ expect }) => {
    const { status, body } = await fixture.send("/api/v1/echo", { method: "POST" });
    expect(status).toBe(400);
    expect(body).toEqual({
      result: "error",
      msg: "Missing 'content' argument",
      code: "REQUEST_VARIABLE_MISSING",
      var_name: "content",
    });
  });

  test("a parameter is refused when two of its names are given, wherever they are", async ({
    expect,
  }) => {
    const body = new URLSearchParams({ content: "hi", topic: "a" });
    const answer = await fixture.send("/api/v1/echo?subject=b", { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      result: "error",
      msg: "Can't decide between 'topic' and 'subject' arguments",
      code: "REQUEST_CONFUSING_VAR",
      var_name1: "topic",
      var_name2: "subject",
    });
  });

  test("alone: of several failures only the first in the order of declaration is told", async ({
    expect,
  }) => {
    const { body } = await post({ count: "x", flag: "x", kind: "x" });
    expect(body["msg"]).toBe("Invalid kind");
  });
});

describe("a parameter is understood", () => {
  test.for([
    [{ to: "general" }, { to: "general" }],
    [{ to: '"general"' }, { to: "general" }],
    [{ to: "a@b.c, d@e.f" }, { to: "a@b.c, d@e.f" }],
    [{ to: "42" }, { to: 42 }],
    [{ to: "[7]" }, { to: [7] }],
    [{ to: '["a@b.c"]' }, { to: ["a@b.c"] }],
    [{ kind: '"private"' }, { kind: "private" }],
    [{ topic: "null" }, { topic: "null" }],
    [{ topic: '"' }, { topic: '"' }],
    [{ subject: "old" }, { topic: "old" }],
    [{ flag: "true" }, { flag: true }],
    [{ folder: "null" }, { folder: null }],
    [{ ratio: "0.5" }, { ratio: 0.5 }],
    [{ content: '"quoted"' }, { content: '"quoted"' }],
    [{ content: "null" }, { content: "null" }],
    [{ content: "a\u{1F600}" }, { content: "a\u{1F600}" }],
    [{ content: String.raw`a\u0000` }, { content: String.raw`a\u0000` }],
    [{ topic: String.raw`"\\u"` }, { topic: String.raw`\u` }],
  ] as const)("the parameters %j are understood as %j", async ([fields, input], { expect }) => {
    const { status, body } = await post(fields);
    expect(status).toBe(200);
    expect(body.input).toEqual({ content: "hi", kind: "stream", flag: false, ...input });
  });

  test("a parameter is understood in the query as well, where the body's value wins and of two the last", async ({
    expect,
  }) => {
    const body = "content=first&content=second";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await fixture.send("/api/v1/echo?count=7&content=query", {
      method: "POST",
      body,
      headers,
    });
    expect(answer.body.input).toMatchObject({ count: 7, content: "second" });
  });
});

describe("parameters that an operation does not know", () => {
  test("parameters that an operation does not know are not listed when the request fails", async ({
    expect,
  }) => {
    const { body } = await post({ strange: "1", kind: "x" });
    expect(body).not.toHaveProperty("ignored_parameters_unsupported");
  });

  test("parameters that an operation does not know are listed sorted, but never the client's name", async ({
    expect,
  }) => {
    const { body } = await post({
      zebra: "1",
      apple: "2",
      client: "a name of more than thirty letters",
    });
    expect(body["ignored_parameters_unsupported"]).toEqual(["apple", "zebra"]);
    expect(body["caller"]).toMatchObject({ client: "a name of more than thirty let" });
  });

  test("parameters that an operation does not know include one of the path that is repeated in the body", async ({
    expect,
  }) => {
    const body = new URLSearchParams({ thing_id: "5", title: "t" });
    const answer = await fixture.send("/api/v1/things/5", { method: "PATCH", body });
    expect(answer.body).toEqual({
      result: "success",
      msg: "",
      thing_id: 5,
      title: "t",
      ignored_parameters_unsupported: ["thing_id"],
    });
  });

  test("parameters that an operation does not know are not mentioned when there are none", async ({
    expect,
  }) => {
    expect((await post({})).body).not.toHaveProperty("ignored_parameters_unsupported");
  });
});
