import { describe, test } from "vitest";

import { retryAfterMs, waitFrom } from "./retries.ts";

describe("retryAfterMs", () => {
  const now = Date.parse("2026-03-01T00:00:00Z");

  test("retryAfterMs says nothing for what is neither seconds nor a date, or is over", ({
    expect,
  }) => {
    for (const header of [undefined, "", "soon", "-5", "0", "Sat, 28 Feb 2026 23:59:00 GMT"])
      expect(retryAfterMs(header, now)).toBeNull();
  });

  test("retryAfterMs reads seconds and dates, and waits a day at most", ({ expect }) => {
    expect(retryAfterMs("120", now)).toBe(120_000);
    expect(retryAfterMs("Sun, 01 Mar 2026 00:01:00 GMT", now)).toBe(60_000);
    expect(retryAfterMs("99999999999", now)).toBe(86_400_000);
  });
});

test("waits are spread by a tenth either way, and none follows the last", ({ expect }) => {
  const waits = [5000, 30_000];
  expect(waitFrom(waits, 1, () => 0)).toBe(4500);
  expect(waitFrom(waits, 1, () => 0.5)).toBe(5000);
  expect(waitFrom(waits, 2, () => 0.999_999)).toBe(33_000);
  expect(waitFrom(waits, 3, () => 0)).toBeNull();
});
