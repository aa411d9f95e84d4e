import { expect, test } from "vitest";

import { limitTexts } from "./schema-limits.ts";

test.for([
  [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ["at least 0"]],
  [{ type: "integer", minimum: 1, maximum: 5000, default: 50 }, ["1 to 5,000", "default 50"]],
  [{ type: "string", minLength: 0, maxLength: 60 }, ["at most 60 characters"]],
  [
    { type: "array", maxItems: 100, items: { type: "string", maxLength: 1000 } },
    ["at most 100 entries", "each at most 1,000 characters"],
  ],
  [
    { anyOf: [{ type: "string", minLength: 1, maxLength: 9 }, { type: "null" }], default: null },
    ["1 to 9 characters", "default null"],
  ],
  [{ type: "boolean" }, []],
] as const)("the limits of a schema are said in words: %j", ([schema, texts]) => {
  expect(limitTexts(schema)).toEqual(texts);
});
