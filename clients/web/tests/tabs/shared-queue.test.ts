import fc from "fast-check";
import { describe, type ExpectStatic, test } from "vitest";

import { BrowserModel } from "./browser-model.ts";
import { ServerModel } from "./server-model.ts";

/** Things that happen to tabs and to the server, by how often they are drawn. */
const lasting = {
  change: 12,
  open: 3,
  close: 2,
  crash: 2,
  freeze: 4,
  thaw: 2,
  look: 3,
  passTime: 4,
  beat: 1,
  restart: 1,
} as const;
/** As well as what has everybody register again. */
const all = { ...lasting, endQueues: 1, logIn: 1 } as const;

type Kind = keyof typeof all;

interface Happening {
  readonly kind: Kind;
  readonly choice: number;
  /** Choose what happens next in the tabs. */
  readonly steps: readonly number[];
}

function anyHistory(weights: Partial<Record<Kind, number>>): fc.Arbitrary<readonly Happening[]> {
  const kinds = Object.entries(weights).map(([kind, weight]) => ({
    arbitrary: fc.constant(kind as Kind),
    weight,
  }));
  const happening = fc.record({
    kind: fc.oneof(...kinds),
    choice: fc.nat(1000),
    steps: fc.array(fc.nat(1000), { maxLength: 10 }),
  });
  return fc.array(happening, { maxLength: 60, size: "max" });
}

function happen(browser: BrowserModel, { choice, kind }: Happening): void {
  const { server, tabs } = browser;
  const tab = tabs[choice % Math.max(tabs.length, 1)];
  switch (kind) {
    case "open":
      if (tabs.length < 5) browser.open();
      break;
    case "change":
      server.change(choice);
      break;
    case "logIn":
      server.person = 1 + (choice % 2);
      break;
    case "beat":
    case "endQueues":
    case "restart":
      server[kind]();
      break;
    default:
      if (tab === undefined) return;
      if (kind === "close") browser.close(tab);
      else if (kind === "crash") browser.crash(tab, choice % 3);
      else if (kind === "freeze") tab.isFrozen = true;
      else if (kind === "thaw") tab.isFrozen = false;
      else tab[kind]();
  }
}

/** Lets some minutes pass in which all tabs are looked at that are not frozen. */
async function calm(browser: BrowserModel): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const tab of browser.tabs) tab.look();
    browser.server.beat();
    await browser.settle();
    for (const tab of browser.tabs) tab.passTime();
    await browser.settle();
  }
}

/** Plays a history in a browser that begins with three tabs. */
async function played(history: readonly Happening[]) {
  const server = new ServerModel();
  const browser = new BrowserModel(server);
  for (let opened = 0; opened < 3; opened += 1) browser.open();
  for (const one of history) {
    happen(browser, one);
    for (const choice of one.steps) await browser.step(choice);
  }
  return { browser, server };
}

/** Plays a history, and holds each tab against the server: first those that are not frozen, then all. */
async function play(expect: ExpectStatic, history: readonly Happening[]): Promise<void> {
  const { browser, server } = await played(history);
  for (const areThawed of [false, true]) {
    for (const tab of browser.tabs) tab.isFrozen &&= !areThawed;
    await calm(browser);
    const awake = browser.tabs.filter(({ isFrozen }) => !isFrozen);
    for (const tab of awake) {
      expect(tab.replica?.state).toEqual(server.fresh);
      expect(tab.shown).toEqual(server.fresh);
    }
    const queues = new Set(awake.map(({ replica }) => replica?.queueId));
    expect(queues.size).toBe(Math.min(awake.length, 1));
  }
}

describe("tabs that share a queue (docs/subsystems/web-client-live.md#several-tabs)", () => {
  test("tabs that open, close, crash and freeze at any time all have the state of a fresh register", async ({
    expect,
  }) => {
    const property = fc.asyncProperty(anyHistory(lasting), (history) => play(expect, history));
    await expect(fc.assert(property, { numRuns: 120 })).resolves.toBeUndefined();
  });

  test("tabs whose queue ends, or whose browser is somebody else's now, have the state of a fresh register", async ({
    expect,
  }) => {
    const property = fc.asyncProperty(anyHistory(all), (history) => play(expect, history));
    await expect(fc.assert(property, { numRuns: 120 })).resolves.toBeUndefined();
  });

  test("tabs that nobody looks at lose nothing when their leader crashes, and no time has to pass", async ({
    expect,
  }) => {
    const kindsOfThem = { change: 8, open: 3, close: 1, crash: 2 };
    await fc.assert(
      fc.asyncProperty(anyHistory(kindsOfThem), async (history) => {
        const { browser, server } = await played(history);
        await browser.settle();
        for (const tab of browser.tabs) expect(tab.shown).toEqual(server.fresh);
      }),
      { numRuns: 100 },
    );
  });

  test("tabs of which the leader closes again and again register once, and one of them polls", async ({
    expect,
  }) => {
    const { browser, server } = await played([]);
    for (let round = 0; round < 5; round += 1) {
      await browser.settle();
      const [leader] = browser.tabs;
      if (leader !== undefined) browser.close(leader);
      browser.open();
      server.change(round);
    }
    await browser.settle();
    expect(server.registrations).toBe(1);
    expect(server.polls).toBe(1);
    for (const tab of browser.tabs) expect(tab.shown).toEqual(server.fresh);
  });

  test("a tab that is opened for somebody else does not wait for what the others still hear", async ({
    expect,
  }) => {
    const { browser, server } = await played([]);
    await browser.settle();
    server.person = 2;
    browser.open();
    await browser.settle();
    expect(browser.tabs.map(({ shown }) => shown?.me)).toEqual([2, 2, 2, 2]);
  });
});
