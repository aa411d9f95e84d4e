import { describe, test } from "vitest";

import { Projection } from "./projection.ts";

const kib = 1024;

/** A realm's data, of as many bytes as its id says. */
class Data {
  version = 0;
  bytes = 0;
}

function open(now: () => number) {
  const fetched: number[] = [];
  const projection = new Projection<Data, { version: number; bytes: number }>({
    fetch: (realmId) => {
      fetched.push(realmId);
      return Promise.resolve({ version: 1, bytes: realmId * kib });
    },
    empty: () => new Data(),
    apply: (state, delta) => {
      Object.assign(state, delta);
    },
    maxBytes: 100 * kib,
    now,
  });
  return { fetched, projection };
}

describe("what is known of other services' data (docs/architecture.md#4-what-others-own-projections-libsprojection)", () => {
  test("a projection forgets the longest unused realms when all take too many bytes", async ({
    expect,
  }) => {
    const { fetched, projection } = open(() => 0);
    for (const realmId of [40, 30, 20]) await projection.atLeast(realmId, 1);
    await projection.atLeast(40, 1);
    await projection.atLeast(25, 1);
    expect(projection.size).toBe(3);
    expect(projection.bytes).toBeLessThanOrEqual(100 * kib);
    for (const realmId of [40, 25, 20, 30]) await projection.atLeast(realmId, 1);
    expect(fetched).toEqual([40, 30, 20, 25, 30]);
  });

  test("a projection keeps a realm that alone takes more, and gives back what nobody has used for long", async ({
    expect,
  }) => {
    let now = 0;
    const { fetched, projection } = open(() => now);
    await projection.atLeast(200, 1);
    await projection.atLeast(200, 1);
    expect(fetched).toEqual([200]);
    await projection.atLeast(1, 1);
    expect(projection.size).toBe(1);
    now = 601_000;
    await projection.atLeast(2, 1);
    expect(projection.size).toBe(1);
    expect(projection.bytes).toBeLessThan(4 * kib);
  });
});
