import type { Browser, BrowserContext } from "playwright-core";

import type { Case, Measure } from "../../bench.ts";
import { logIn, slowDown } from "../../browser/open-browser.ts";
import { opened } from "../../browser/watch.ts";

interface Loading {
  readonly browser: Browser;
  /** Page of the same bytes. */
  readonly empty: URL;
  readonly url: URL;
  /** Address of a conversation with messages. */
  readonly conversation: string;
}

const person = "member@example.com";
/** Long enough for the page to be at rest. */
const restMs = 1000;

/** Opening the client: the first time on a telephone, and again where it was before. */
export function loadingCases(loading: Loading): readonly Case[] {
  const { conversation, empty } = loading;
  const cold = (label: string, selector: string, maxValue: number): Case => ({
    label,
    unit: "ms",
    better: "lower",
    target: { maxValue },
    prepare: () =>
      Promise.resolve({
        floor: openCold(loading, { address: empty.href, selector: "[data-ready]" }),
        ours: openCold(loading, { address: conversation, selector }),
      }),
  });
  return [
    cold("cold on a telephone: frame seen", ".sidebar", 700),
    cold("cold on a telephone: typing possible", "textarea", 1500),
    {
      ...warm,
      label: "warm: last conversation shown",
      target: { maxValue: 150 },
      prepare: (resources) => prepareWarm(loading, resources, "article[data-id]"),
    },
    {
      ...warm,
      label: "warm: typing possible",
      prepare: (resources) => prepareWarm(loading, resources, "#root:not([inert]) textarea"),
    },
  ];
}

const warm = { unit: "ms", better: "lower" } as const satisfies Partial<Case>;

/** Visits both pages once, and then opens them in turns until what `selector` names is seen of ours. */
async function prepareWarm(loading: Loading, resources: AsyncDisposableStack, selector: string) {
  const { conversation, empty } = loading;
  const context = await contextFor(loading, resources);
  await visitOnce(context, conversation);
  await visitOnce(context, empty.href);
  // Browsers take the two names of this machine for two sites.
  const elsewhere = empty.href.replace("localhost", "127.0.0.1");
  return {
    floor: openWarm(context, { elsewhere, address: empty.href, selector: "article" }),
    ours: openWarm(context, { elsewhere, address: conversation, selector }),
  };
}

interface Opening {
  readonly address: string;
  readonly selector: string;
}

/** Opens an address in a browser that has nothing but a session. */
function openCold({ browser, url }: Loading, { address, selector }: Opening): Measure {
  return async () => {
    await using context = await browser.newContext();
    await logIn(context, url, person);
    const page = await context.newPage();
    await slowDown(page);
    return { value: await opened(page, address, selector) };
  };
}

async function contextFor(
  { browser, url }: Loading,
  resources: AsyncDisposableStack,
): Promise<BrowserContext> {
  const context = await browser.newContext();
  resources.defer(() => context.close());
  await logIn(context, url, person);
  return context;
}

interface WarmOpening extends Opening {
  /** A page of another site. */
  readonly elsewhere: string;
}

/**
 * Opens an address in a browser that knows it, and lets the page keep what the next visit begins with. It begins on a
 * page of another site that has been open for a while, as people do, so that the browser changes the process.
 */
function openWarm(context: BrowserContext, { address, elsewhere, selector }: WarmOpening): Measure {
  return async () => {
    const page = await context.newPage();
    await page.goto(elsewhere);
    await page.waitForTimeout(restMs);
    const polled = selector === "article" ? null : page.waitForRequest(/\/events\?/);
    const value = await opened(page, address, selector);
    // Only a client that is up to date keeps what is on the screen for the next visit.
    await polled;
    await page.close({ runBeforeUnload: true });
    return { value };
  };
}

/** Waits for what the first visit leaves: the worker with all files, and the state. */
async function visitOnce(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("article").first().waitFor();
  if (await page.evaluate("document.querySelector('#root') !== null")) {
    await page.evaluate("navigator.serviceWorker.ready");
    // Longer than the client takes to keep what is on the screen.
    await page.waitForTimeout(4000);
  }
  await page.close();
}
