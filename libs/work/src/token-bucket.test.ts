import { describe, test } from "vitest";

import { TokenBucket } from "./token-bucket.ts";

/** Takes ordinary requests until one would have to wait; returns how many there were. */
function takeAll(bucket: TokenBucket, perSecond: number, nowMs: number): number {
  let taken = 0;
  for (; bucket.waitMs(perSecond, nowMs) === 0; taken += 1) bucket.take(1, perSecond);
  return taken;
}

describe("requests a second (docs/hosting.md#fair-shares)", () => {
  test("two seconds' worth of requests may come at once, then as many as time allows", ({
    expect,
  }) => {
    const bucket = new TokenBucket(10, 0);
    expect(takeAll(bucket, 10, 0)).toBe(20);
    expect(bucket.waitMs(10, 0)).toBeLessThanOrEqual(100);
    expect(takeAll(bucket, 10, 1000)).toBe(10);
    expect(takeAll(bucket, 10, 3_600_000)).toBe(20);
  });

  test("what a dear request costs beyond what is there the next one waits for", ({ expect }) => {
    const bucket = new TokenBucket(2, 0);
    bucket.take(3, 2);
    expect(bucket.waitMs(2, 0)).toBe(0);
    bucket.take(5, 2);
    expect(bucket.waitMs(2, 0)).toBe(2001);
    expect(bucket.waitMs(2, 2001)).toBe(0);
  });

  test("what was taken is forgiven after ten seconds, however much it was", ({ expect }) => {
    const bucket = new TokenBucket(200, 0);
    bucket.take(60_000, 200);
    expect(bucket.waitMs(200, 0)).toBe(10_001);
  });

  test("a limit that is changed holds for what was left over under the one before", ({
    expect,
  }) => {
    const bucket = new TokenBucket(100, 0);
    expect(takeAll(bucket, 1, 0)).toBe(2);
  });
});
