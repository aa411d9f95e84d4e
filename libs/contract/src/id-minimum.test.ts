import { describe, test } from "vitest";

import { withIdMinimum } from "./id-minimum.ts";
import { buildOpenApi } from "./openapi.ts";
import { operations } from "./operations.ts";

type Schema = Readonly<Record<string, unknown>>;

describe("ids in the description of the API", () => {
  test("ids in the description are no less than 0, but for those that say none by -1", ({
    expect,
  }) => {
    const negative = new Set<string>();
    let positive = 0;
    const collect = (schema: Schema, name: string) => {
      if (!/(?:^|_)ids?$/.test(name) || schema["type"] !== "integer") return;
      if (Number(schema["minimum"]) >= 0) positive += 1;
      else negative.add(name);
    };
    walk(buildOpenApi(operations), "", collect);
    expect(positive).toBeGreaterThan(200);
    expect([...negative].toSorted()).toEqual([
      "last_event_id",
      "last_update_id",
      "max_message_id",
      "moderation_request_channel_id",
      "new_stream_announcements_stream_id",
      "presence_last_update_id",
      "signup_announcements_stream_id",
      "zulip_update_announcements_stream_id",
    ]);
  });

  test("ids in the description keep the minimum that they have, and other fields have none", ({
    expect,
  }) => {
    const schema = (id: Schema, other: Schema) => ({
      properties: { user_id: id, ids: { type: "array", items: id }, count: other },
    });
    const one = { type: "integer" };
    const atLeastOne = { type: "integer", minimum: 1 };
    expect(withIdMinimum(schema(one, one))).toEqual(schema({ ...one, minimum: 0 }, one));
    expect(withIdMinimum(schema(atLeastOne, one))).toEqual(schema(atLeastOne, one));
  });
});

/** Finds schemas with the names of their fields or parameters. */
function walk(node: unknown, name: string, found: (schema: Schema, name: string) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, name, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  const schema = node as Schema;
  found(schema, name);
  for (const [key, value] of Object.entries(schema)) {
    if (key === "example" || key === "examples") continue;
    if (key === "properties")
      for (const [field, one] of Object.entries(value as Schema)) walk(one, field, found);
    else walk(value, typeof schema["name"] === "string" ? schema["name"] : name, found);
  }
}
