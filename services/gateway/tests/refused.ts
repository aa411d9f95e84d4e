import type { ExpectStatic } from "vitest";

import type { Answer } from "./client.ts";

/**
 * Holds an answer to be the refusal of what a limit does not allow, with all that it says about it, of a window of an
 * hour at most.
 */
export function expectRefused(expect: ExpectStatic, { body, headers, status }: Answer): void {
  expect(status).toBe(429);
  expect(body).toMatchObject({
    result: "error",
    msg: "API usage exceeded rate limit",
    code: "RATE_LIMIT_HIT",
  });
  expect(body["retry-after"]).toBeGreaterThan(0);
  expect(body["retry-after"]).toBeLessThanOrEqual(3601);
  expect(headers["retry-after"]).toMatch(/^\d+$/);
  expect(headers["retry-after"]).toBe(String(body["retry-after"]));
  expect(headers["x-ratelimit-remaining"]).toBe("0");
  // The second of `Date` may be the next one.
  const answeredAt = Date.parse(headers.date ?? "") / 1000;
  const waited = Number(headers["x-ratelimit-reset"]) - answeredAt;
  expect([waited, waited + 1]).toContain(body["retry-after"]);
}
