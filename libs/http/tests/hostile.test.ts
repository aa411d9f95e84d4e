import { AppError } from "@team-chat/errors";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { compileParameters } from "../src/parameters/parameters.ts";
import { echo, editThing, type Fixture, startFixture, viewFragment } from "./fixture.ts";

const names = Object.keys(echo.params);
const jsonLike = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom("null", '"', '""', "[", "{}", "[[]]", '{"__proto__":1}', "1e999", "-0", "\ud800"),
);
const anyText = fc.oneof(fc.string({ unit: "binary" }), jsonLike);

describe("whatever bytes come", () => {
  test("checking parameters gives values or a refusal with text, never another failure", ({
    expect,
  }) => {
    const binders = [echo, editThing, viewFragment].map((operation) =>
      compileParameters(operation),
    );
    const given = fc.uniqueArray(
      fc.tuple(fc.oneof(fc.constantFrom(...names, "subject"), anyText), anyText),
      {
        selector: ([name]) => name,
        maxLength: 20,
      },
    );
    const path = fc.record({ thing_id: fc.stringMatching(/^\d{1,30}$/), fragment: anyText });
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(...binders), path, given, (binder, values, pairs) => {
        try {
          binder.bind(values, new Map(pairs));
          outcomes.add("bound");
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          outcomes.add(error.code);
          return error.message.length > 0 && !error.message.includes("\u0000 ");
        }
        return true;
      }),
      { numRuns: 3000 },
    );
    expect([...outcomes]).toEqual(
      expect.arrayContaining(["bound", "BAD_REQUEST", "REQUEST_VARIABLE_MISSING"]),
    );
  });

  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture.running.close());

  test("a body of any kind is answered with the envelope and without a mistake of ours", async ({
    expect,
  }) => {
    const types = fc.constantFrom(
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      'multipart/form-data; boundary="',
      "multipart/form-data",
      "application/json",
    );
    const multipartLike = fc
      .array(
        fc.constantFrom(
          "--x",
          "--x--",
          "\r\n",
          'Content-Disposition: form-data; name="content"',
          "\0",
          "ü",
          "a: b",
          "=?",
        ),
      )
      .map((parts) => Buffer.from(parts.join("")));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((data) => Buffer.from(data)),
      multipartLike,
    );
    await fc.assert(
      fc.asyncProperty(types, bytes, async (type, body) => {
        const headers = { "content-type": type };
        const answer = await fixture.send("/api/v1/echo", { method: "POST", body, headers });
        return answer.status < 500 && ["success", "error"].includes(String(answer.body["result"]));
      }),
      { numRuns: 300 },
    );
    expect(fixture.logged.filter(({ level }) => level !== "info")).toEqual([]);
  });
});
