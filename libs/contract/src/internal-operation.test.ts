import { describe, expect, test } from "vitest";

import { openRecord } from "./internal-operation.ts";

describe("an open record", () => {
  test("an open record is the object that was read, not a copy, which would take more memory", () => {
    const read = { twenty_four_hour_time: true, alert_words: ["tea"] };
    expect(openRecord.parse(read)).toBe(read);
  });

  test.for([null, [], "text", 1])("an open record is refused that is no object: %j", (given) => {
    expect(openRecord.safeParse(given).success).toBe(false);
  });
});
