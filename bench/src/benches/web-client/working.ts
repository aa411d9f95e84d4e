import type { Page } from "playwright-core";

import type { Case, Measure } from "../../bench.ts";
import { timed } from "../../browser/watch.ts";
import { median, quantile } from "../../statistics.ts";

/** A topic with messages. */
export interface Conversation {
  /** Part of its address behind and with `#`. */
  readonly hash: string;
  readonly messageId: number;
}

interface Working {
  /** The client in one conversation, with another loaded before. */
  readonly page: Page;
  readonly bare: Page;
  /** Two conversations that are loaded. */
  readonly loaded: readonly [Conversation, Conversation];
  /** Conversations that are not. */
  readonly fresh: readonly Conversation[];
  readonly quick: boolean;
}

const field = "textarea";

/** Working in the client: other conversations, keys, and one's own messages. */
export function workingCases(working: Working): readonly Case[] {
  const { bare, loaded, page, quick } = working;
  const keys = quick ? 20 : 150;
  return [
    ...openingCases(working),
    {
      label: "key to paint (p99)",
      ...ms(50),
      prepare: async () => {
        await goTo(page, loaded[0]);
        return { floor: typed(bare, keys), ours: typed(page, keys) };
      },
    },
    {
      label: "own message shown (p50)",
      ...ms(16),
      prepare: async () => {
        await goTo(page, loaded[0]);
        return { floor: sent(bare, ".sent"), ours: sent(page, "article.outgoing") };
      },
    },
  ];
}

function openingCases({ bare, fresh, loaded, page }: Working): readonly Case[] {
  const unopened = fresh.values();
  const drawAnother = () => timed(bare, 'show("a");', "article.a");
  return [
    {
      label: "a loaded conversation opened",
      ...ms(50),
      prepare: () =>
        Promise.resolve({
          floor: async () => {
            await drawAnother();
            return { value: await timed(bare, 'show("b");', "article.b") };
          },
          ours: async () => {
            await goTo(page, loaded[0]);
            return { value: await goTo(page, loaded[1]) };
          },
        }),
    },
    {
      label: "a conversation opened that is not loaded",
      ...ms(150),
      prepare: () =>
        Promise.resolve({
          floor: async () => {
            await drawAnother();
            return { value: await timed(bare, "await load();", "article.b") };
          },
          ours: async () => {
            const { value: conversation } = unopened.next();
            if (conversation === undefined) throw new Error("there are too few conversations");
            return { value: await goTo(page, conversation) };
          },
        }),
    },
  ];
}

const ms = (maxValue: number) =>
  ({ unit: "ms", better: "lower", target: { maxValue } }) as const satisfies Partial<Case>;

/** Opens a conversation, and returns the time until its message is on the screen. */
export function goTo(page: Page, { hash, messageId }: Conversation): Promise<number> {
  const script = `location.hash = ${JSON.stringify(hash)};`;
  return timed(page, script, `article[data-id="${messageId}"]`);
}

/** Types so many keys one after the other, each when the one before is on the screen. */
function typed(page: Page, count: number): Measure {
  return async () => {
    await page.locator(field).fill("");
    await page.locator(field).focus();
    await page.evaluate("keys.length = 0");
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press(at % 6 === 5 ? "Space" : "o");
      await page.evaluate("painted()");
    }
    const latenciesMs = await page.evaluate<number[]>("keys");
    await page.locator(field).fill("");
    return { value: quantile(latenciesMs, 0.99), latenciesMs };
  };
}

/** Sends messages, and measures from Enter until each is on the screen. */
function sent(page: Page, selector: string): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      await page.locator(field).fill(`Number ${at}`);
      const shown = page.evaluate<number>(`new Promise((resolve) => {
        const before = document.querySelectorAll(${JSON.stringify(selector)}).length;
        addEventListener("keydown", ({ timeStamp }) => {
          const look = () => document.querySelectorAll(${JSON.stringify(selector)}).length > before
            && (painted().then((at) => resolve(at - timeStamp)), true);
          const observer = new MutationObserver(() => look() && observer.disconnect());
          observer.observe(document, { childList: true, subtree: true });
        }, { once: true, capture: true });
      })`);
      await page.locator(field).press("Enter");
      latenciesMs.push(await shown);
      // Until the server has it the row would be taken for the next one.
      await page.locator("article.outgoing").waitFor({ state: "detached" });
    }
    return { value: median(latenciesMs), latenciesMs };
  };
}
