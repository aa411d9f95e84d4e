import { EventEmitter } from "node:events";

import { describe, onTestFinished, test, vi } from "vitest";

import { type Claim, FairShares, type Turn } from "./fair-shares.ts";
import { LargeRequests } from "./large-requests.ts";

const noLimits = {
  requestsPerSecond: null,
  concurrentRequests: null,
  processorMsPerSecond: null,
  databaseMsPerSecond: null,
  weight: 1,
};

class Client extends EventEmitter {
  destroyed = false;
}

function claim(realmId: number, share: Partial<Claim["share"]> = {}, userId = 1): Claim {
  return { realmId, userId, cost: 1, share: { ...noLimits, ...share } };
}

/** Asks for turns, and notes in which order they are had. */
function noting(shares: FairShares) {
  const begun: { readonly name: string; readonly turn: Turn }[] = [];
  const enter = (name: string, asked: Claim, client = new Client()) =>
    shares.enter(asked, client).then((turn) => void begun.push({ name, turn }));
  return { begun, enter, names: () => begun.map(({ name }) => name) };
}

/** Stops the clock, which the test sets from then on. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Resolves when what could begin has begun. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("shares of organizations (docs/hosting.md#fair-shares)", () => {
  test("organizations take turns by their weights when the gateway has no turn left", async ({
    expect,
  }) => {
    using shares = new FairShares({ atOnce: () => 1 });
    const { begun, enter, names } = noting(shares);
    await enter("first", claim(3));
    for (const name of ["a1", "a2", "a3"]) void enter(name, claim(1));
    for (const name of ["b1", "b2", "b3", "b4"]) void enter(name, claim(2, { weight: 2 }));
    for (let next = 0; next < 8; next += 1) {
      await settled();
      expect(begun).toHaveLength(next + 1);
      begun[next]?.turn.end();
    }
    expect(names()).toEqual(["first", "a1", "b1", "b2", "a2", "b3", "b4", "a3"]);
    expect([shares.running, shares.waiting]).toEqual([0, 0]);
  });

  test("an organization at its limit of requests at once waits, and another one does not", async ({
    expect,
  }) => {
    using shares = new FairShares({ atOnce: () => 100 });
    const { begun, enter, names } = noting(shares);
    for (const name of ["a1", "a2", "a3"]) void enter(name, claim(1, { concurrentRequests: 2 }));
    void enter("b1", claim(2, { concurrentRequests: 2 }));
    await settled();
    expect(names()).toEqual(["a1", "a2", "b1"]);
    expect(shares.tryEnter(claim(1, { concurrentRequests: 2 }))).toBeNull();
    begun[0]?.turn.end();
    // Ending it twice makes no second turn.
    begun[0]?.turn.end();
    void enter("a4", claim(1, { concurrentRequests: 2 }));
    await settled();
    expect(names()).toEqual(["a1", "a2", "b1", "a3"]);
  });

  test("a request whose client goes away waits no more and takes no turn", async ({ expect }) => {
    using shares = new FairShares({ atOnce: () => 1 });
    const { begun, enter, names } = noting(shares);
    await enter("first", claim(1));
    const client = new Client();
    const gone = expect(enter("gone", claim(1), client)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    void enter("next", claim(1));
    client.emit("close");
    await gone;
    expect(shares.waiting).toBe(1);
    begun[0]?.turn.end();
    await settled();
    expect(names()).toEqual(["first", "next"]);
    client.emit("close");
    expect([shares.running, shares.waiting]).toEqual([1, 0]);
  });

  test("a large request whose client goes away while its organization waits keeps no other one waiting", async ({
    expect,
  }) => {
    using shares = new FairShares({ atOnce: () => 1 });
    const large = new LargeRequests({ atOnce: 1, most: { user: 2, realm: 2 } });
    const first = await shares.enter(claim(2), new Client());
    const client = new Client();
    const payer = { realmId: 1, userId: 1 };
    const gone = expect(large.run(payer, () => shares.enter(claim(1), client))).rejects.toThrow();
    await settled();
    client.emit("close");
    await gone;
    first.end();
    const next = await large.run(payer, () => shares.enter(claim(1), new Client()));
    next.end();
    expect([shares.running, shares.waiting]).toEqual([0, 0]);
  });

  test("one user has at most half of the queue of the organization, beyond which it is refused", async ({
    expect,
  }) => {
    using shares = new FairShares({ atOnce: () => 100 });
    const { enter } = noting(shares);
    const share = { concurrentRequests: 1 };
    const asked = Array.from({ length: 10 }, () => enter("", claim(1, share)));
    await expect(asked.at(-1)).rejects.toMatchObject({
      code: "RATE_LIMIT_HIT",
      message: "This organization has reached its limit of 1 requests at once",
      details: { "retry-after": 1 },
    });
    expect([shares.running, shares.waiting, shares.refused]).toEqual([1, 8, 1]);
    void enter("another", claim(1, share, 2));
    expect(shares.waiting).toBe(9);
  });

  test("what is beyond the limit of requests a second waits until time allows it", async ({
    expect,
  }) => {
    using shares = new FairShares({ atOnce: () => 1000 });
    const share = { requestsPerSecond: 50 };
    const began = performance.now();
    const turns = await Promise.all(
      Array.from({ length: 110 }, (_, at) => shares.enter(claim(1, share, at), new Client())),
    );
    // A hundred at once, ten more at fifty a second; a timer may be early by a millisecond.
    expect(performance.now() - began).toBeGreaterThan(9 * 20 - 2);
    for (const turn of turns) turn.end();
    expect([shares.running, shares.waiting, shares.refused]).toEqual([0, 0, 0]);
  });

  test("an organization whose requests took more than it may is refused, and another one is not", async ({
    expect,
  }) => {
    stopClock();
    using shares = new FairShares({ atOnce: () => 100 });
    const limits = { processorMsPerSecond: 100, databaseMsPerSecond: 200 };
    const share = { ...noLimits, ...limits };
    // A first request is let in whatever it will take.
    const turn = await shares.enter(claim(1, limits), new Client());
    shares.charge(1, share, { processorUs: 1_000_000, databaseUs: 0 });
    turn.end();
    await expect(shares.enter(claim(1, limits), new Client())).rejects.toMatchObject({
      code: "RATE_LIMIT_HIT",
      message: "This organization has reached its limit of 100 ms of processor time a second",
      details: { "retry-after": 9 },
    });
    shares.charge(1, share, { processorUs: 0, databaseUs: 60_000_000 });
    await expect(shares.enter(claim(1, limits), new Client())).rejects.toMatchObject({
      message: "This organization has reached its limit of 200 ms of database time a second",
      details: { "retry-after": 11 },
    });
    (await shares.enter(claim(2, limits), new Client())).end();
    // Nobody is refused by a limit that was taken away.
    (await shares.enter(claim(1), new Client())).end();
    expect([shares.running, shares.waiting, shares.refused]).toEqual([0, 0, 2]);
  });

  test("an organization that took a little more than it may waits in its own queue while others go on", async ({
    expect,
  }) => {
    stopClock();
    using shares = new FairShares({ atOnce: () => 100 });
    const { begun, enter, names } = noting(shares);
    const limits = { processorMsPerSecond: 1000 };
    shares.charge(1, { ...noLimits, ...limits }, { processorUs: 2_020_000, databaseUs: 0 });
    const late = enter("late", claim(1, limits));
    await enter("of another", claim(2, limits));
    vi.advanceTimersByTime(20);
    expect([names(), shares.waiting]).toEqual([["of another"], 1]);
    vi.advanceTimersByTime(1);
    await late;
    expect(names()).toEqual(["of another", "late"]);
    for (const { turn } of begun) turn.end();
  });

  test("whoever has waited ten seconds is refused", async ({ expect }) => {
    stopClock();
    using shares = new FairShares({ atOnce: () => 100 });
    const { enter } = noting(shares);
    await enter("first", claim(1, { concurrentRequests: 1 }));
    const waiting = expect(
      enter("late", claim(1, { concurrentRequests: 1 })),
    ).rejects.toMatchObject({
      code: "RATE_LIMIT_HIT",
    });
    vi.advanceTimersByTime(9_999);
    expect(shares.waiting).toBe(1);
    vi.advanceTimersByTime(1);
    await waiting;
    expect([shares.waiting, shares.refused]).toEqual([0, 1]);
  });
});
