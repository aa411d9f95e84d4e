import { describe, expect, test } from "vitest";

import { readJson } from "./read-json.ts";

function response(status: number, text: string): Parameters<typeof readJson>[0] {
  const body = Buffer.from(text);
  return { status, body, raw: body, receivedAt: 0 };
}

describe("readJson", () => {
  test("readJson fails on a refusal, with what the target said", () => {
    const refused = response(429, '{"code":"RATE_LIMIT_HIT"}');
    expect(() => readJson(refused)).toThrow('429: {"code":"RATE_LIMIT_HIT"}');
  });

  test("readJson fails on an error envelope that comes with status 200", () => {
    expect(() => readJson(response(200, '{"result":"error"}'))).toThrow("an error");
  });

  test("readJson fails on anything but an object", () => {
    expect(() => readJson(response(200, "[]"))).toThrow("no JSON object");
    expect(() => readJson(response(200, "<html>"))).toThrow("JSON");
  });

  test("readJson answers the object, with or without an envelope", () => {
    expect(readJson(response(200, "{}"))).toEqual({});
    expect(readJson(response(200, '{"result":"success","id":7}'))).toMatchObject({ id: 7 });
  });
});
