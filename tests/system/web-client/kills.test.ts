import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import { Constellation, services } from "../constellation.ts";
import { arrived, buildSite, openAs, say } from "./site.ts";

let product: Constellation;
let place: string;

beforeAll(async () => {
  await buildSite();
  product = await Constellation.start();
  const owner = await Client.login(product.url, "owner@example.com");
  const { stream_id: id } = await owner.get("/get_stream_id", { stream: "general" });
  place = `${product.url}/#narrow/channel/${String(id)}-general/topic/kills`;
});
afterAll(() => product[Symbol.asyncDispose]());

/** Lists the texts of the messages that a page shows, as they stand there. */
function shown(page: Page): Promise<string[]> {
  return page.locator("article[data-id] .content").allInnerTexts();
}

describe("two people in two browsers (docs/subsystems/web-client.md#when-something-fails)", () => {
  test("two people chat through kill -9 of every service, each message once, in one order, without a reload", async ({
    expect,
  }) => {
    await withBrowser(async (first) => {
      await withBrowser(async (second) => {
        const one = await openAs(first, product.url, { email: "member@example.com" });
        const other = await openAs(second, product.url, { email: "member2@example.com" });
        for (const page of [one, other]) {
          await page.goto(place);
          await page.evaluate("globalThis.wasHere = true");
        }
        const texts: string[] = [];
        for (const name of [...services, "nats"] as const) {
          const [asked, answered] = [`Is ${name} there?`, `Without ${name}`];
          const back = name === "nats" ? product.crashNats() : restart(name);
          await say(one, asked);
          await back;
          await arrived(other, asked).waitFor();
          await say(other, answered);
          await arrived(one, answered).waitFor();
          texts.push(asked, answered);
        }
        for (const page of [one, other]) {
          expect(await shown(page)).toEqual(texts);
          expect(await page.evaluate("globalThis.wasHere")).toBe(true);
        }
      });
    });
  });
});

async function restart(name: (typeof services)[number]): Promise<void> {
  const victim = product.process(name);
  await victim.kill();
  await victim.start();
}
