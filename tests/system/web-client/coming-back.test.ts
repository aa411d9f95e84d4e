import type { BrowserContext, Locator, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { arrived, composeBox, hasKept, openAs, startSite } from "./site.ts";

let product: Product;
let admin: Client;

const memberEmail = "member@example.com";
const secret = "Only Mia may read this";
/** Address of a conversation of hers alone. */
let place: string;

beforeAll(async () => {
  product = await startSite();
  admin = await Client.login(product.url, "admin@example.com");
  const member = await Client.login(product.url, memberEmail);
  const me = Number((await member.get("/users/me"))["user_id"]);
  const sent = await member.post("/messages", { type: "direct", to: [me], content: secret });
  if (sent.result !== "success") throw new Error(sent.msg);
  place = `${product.url}/#narrow/dm/${String(me)}-Mia`;
});
afterAll(() => product[Symbol.asyncDispose]());

/** Script after which nothing more is kept for the next visit once it is said, as if the browser were killed. */
const asIfKilled = `
  addEventListener("pagehide", (event) => event.stopImmediatePropagation());
  Object.defineProperty(document, "hidden", { get: () => globalThis.isKilled === true });
`;

/** Reloads the page, and returns its registrations until it is up to date. */
async function reload(page: Page): Promise<readonly Request[]> {
  const registrations: Request[] = [];
  const note = (request: Request) => {
    if (request.url().endsWith("/api/v1/register")) registrations.push(request);
  };
  page.on("request", note);
  // The page that goes may poll once more.
  const polled = page.waitForRequest(
    (request) => registrations.length > 0 && request.url().includes("/api/v1/events?"),
  );
  await page.reload();
  await polled;
  page.off("request", note);
  return registrations;
}

async function sizeOf(request: Request | undefined): Promise<number> {
  return ((await (await request?.response())?.body()) ?? Buffer.alloc(0)).length;
}

const blocksOf = (request: Request | undefined) =>
  new URLSearchParams(request?.postData() ?? "").get("initial_data_blocks");

/** Opens the browser's database; what stands in the braces has `store`, and `kept`, the initial data that are kept. */
const inStore = (script: string) => `(async () => {
  const answerOf = (request) => new Promise((resolve) => request.addEventListener("success", () => resolve(request.result)));
  const database = await answerOf(indexedDB.open("team-chat", 1));
  const store = database.transaction("state", "readwrite").objectStore("state");
  const kept = await answerOf(store.get("initial data"));
  database.close();
  ${script}
})()`;

/** Waits until the initial data of the last registration are kept. */
async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(inStore("return kept !== undefined"))).toBe(true);
}

describe("the web client of somebody who comes back (docs/behaviour/events.md#coming-back)", () => {
  test("a visit after another one asks for what differs, and shows it", async () => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await untilKept(page);
      const made = await admin.post("/channels/create", { name: "while away", subscribers: [] });
      expect(made.result).toBe("success");
      const [registered, ...more] = await reload(page);
      expect(more).toEqual([]);
      expect(blocksOf(registered)?.length).toBeGreaterThan(100);
      const whole = await page.request.post(`${product.url}/json/register`, {
        headers: { Origin: product.url },
      });
      expect(await sizeOf(registered)).toBeLessThan((await whole.body()).length / 4);
      await page.goto(`${product.url}/#channels/all`);
      await page.getByText("while away").first().waitFor();
    });
  });

  test("somebody whose kept initial data is damaged gets everything", async () => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await untilKept(page);
      await page.evaluate(inStore('kept.text.fill(32); store.put(kept, "initial data")'));
      const [first, second] = await reload(page);
      expect(blocksOf(first)?.length).toBeGreaterThan(100);
      expect(blocksOf(second)).toBeNull();
      await page.getByRole("navigation", { name: "Conversations" }).waitFor();
    });
  });

  test("a conversation of an earlier visit is seen before the browser is asked about a language", async () => {
    await withBrowser(async (browser) => {
      const sent = { type: "channel", to: "general", topic: "lunch", content: "Soup at noon?" };
      expect((await admin.post("/messages", sent)).result).toBe("success");
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page
        .getByRole("link", { name: /^general/ })
        .first()
        .click();
      await page.locator("article[data-id]").first().waitFor();
      const isKept = 'return (await answerOf(store.get("last")))?.times.size > 0';
      await expect.poll(() => page.evaluate(inStore(isKept))).toBe(true);
      await page.addInitScript(noteLanguages);
      await page.reload();
      await page.locator("article[data-id]").first().waitFor();
      expect(await page.evaluate("askedBefore")).toEqual([]);
      await page.getByRole("navigation", { name: "Conversations" }).waitFor();
    });
  });

  test("a draft that was saved just before the browser is killed is in its box at the next visit", async () => {
    await withBrowser(async (browser) => {
      await browser.addInitScript(asIfKilled);
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place);
      await expect.poll(() => page.evaluate(hasKept(secret))).toBe(true);
      await page.evaluate("globalThis.isKilled = true");
      const saved = page.waitForResponse((response) => response.url().endsWith("/api/v1/drafts"));
      await composeBox(page).fill("Half a word");
      await saved;
      await page.getByRole("navigation").getByRole("link", { name: "Drafts" }).waitFor();
      // What follows from the answer has happened when another one has come.
      await page.evaluate("fetch('/docs').then((response) => response.text())");
      await page.close();
      const next = await browser.newPage();
      await next.goto(place);
      expect(await composeBox(next).inputValue()).toBe("Half a word");
      await composeBox(next).fill("");
    });
  });

  test("a conversation whose last message is unread is shown to its very end", async () => {
    const member = await Client.login(product.url, memberEmail);
    const ids: unknown[] = [];
    for (let at = 1; at <= 30; at += 1) {
      const message = { type: "channel", to: "general", topic: "long", content: `Number ${at}` };
      ids.push((await admin.post("/messages", message))["id"]);
    }
    const read = { op: "add", flag: "read", messages: ids.slice(0, -1) };
    expect(await member.post("/messages/flags", read)).toMatchObject({ result: "success" });
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.getByRole("main").getByRole("link", { name: /long/ }).click();
      const last = arrived(page, "Number 30");
      await last.waitFor();
      await expect.poll(() => isWholeInView(last)).toBe(true);
    });
  });
});

/** Tells whether a message is seen to its lower edge within the list. */
function isWholeInView(message: Locator): Promise<boolean> {
  return message.evaluate((row) => {
    const list = row.closest(".scroll");
    return (
      list !== null && row.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom
    );
  });
}

/** Notes in `askedBefore` what of a language a page has asked before its first message is there. */
const noteLanguages = `
  const asked = [];
  const note = (owner, name) => {
    owner[name] = new Proxy(owner[name], {
      apply: (...call) => (asked.push(name), Reflect.apply(...call)),
      construct: (...call) => (asked.push(name), Reflect.construct(...call)),
    });
  };
  for (const name of ["Collator", "DateTimeFormat", "NumberFormat", "PluralRules"]) note(Intl, name);
  note(String.prototype, "localeCompare");
  new MutationObserver(() => {
    if (document.querySelector("article[data-id]") !== null) globalThis.askedBefore ??= [...asked];
  }).observe(document, { childList: true, subtree: true });
`;

/** Has Mia read a message that the browser keeps, and close her tab. */
async function visit(browser: BrowserContext): Promise<void> {
  const page = await openAs(browser, product.url, { email: memberEmail });
  await page.goto(place);
  await arrived(page, secret).waitFor();
  await expect.poll(() => page.evaluate(hasKept(secret))).toBe(true);
  await page.close();
}

/** Logs somebody in as the form does, while nothing of the client is open. */
async function logIn(browser: BrowserContext, email: string): Promise<void> {
  const answer = await browser.request.post(`${product.url}/login`, {
    headers: { Origin: product.url },
    form: { demo: email },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
}

/** Opens the client while registrations wait; returns the page, and what lets them through. */
async function openUnanswered(browser: BrowserContext) {
  const page = await browser.newPage();
  const answer = Promise.withResolvers<undefined>();
  await page.addInitScript(noteText);
  const asked = Promise.withResolvers<undefined>();
  await page.route(/\/api\/v1\/register$/, async (route) => {
    asked.resolve(undefined);
    await answer.promise;
    await route.continue();
  });
  await page.goto(place);
  await asked.promise;
  return {
    page,
    letThrough: () => {
      answer.resolve(undefined);
    },
  };
}

/** Collects in `drawn` every text that the page has ever shown. */
const noteText = `
  globalThis.drawn = "";
  new MutationObserver(() => { drawn += document.body?.textContent ?? ""; })
    .observe(document, { childList: true, subtree: true, characterData: true });
`;

const everDrawn = (page: Page) => page.evaluate<string>("drawn");

describe("what a browser keeps of somebody (docs/subsystems/web-client-live.md#coming-back)", () => {
  test("somebody else who has logged in sees nothing of whoever did not log out, and it is deleted", async () => {
    await withBrowser(async (browser) => {
      await visit(browser);
      await logIn(browser, "member2@example.com");
      const { letThrough, page } = await openUnanswered(browser);
      await expect.poll(() => page.evaluate(inStore("return answerOf(store.count())"))).toBe(0);
      expect((await everDrawn(page)).trim()).toBe("");
      letThrough();
      await page.getByTitle("Your account").getByText("Max Member").waitFor();
      const drawn = await everDrawn(page);
      expect(drawn).toContain("Max Member");
      expect(drawn).not.toContain(secret);
    });
  });

  test("somebody without a session sees nothing of whoever had one, also without a connection", async () => {
    await withBrowser(
      async (browser) => {
        await visit(browser);
        const page = await browser.newPage();
        await page.goto(`${product.url}/docs`);
        await page.evaluate("navigator.serviceWorker.ready");
        await expect.poll(() => page.evaluate("caches.match('/').then(Boolean)")).toBe(true);
        await browser.clearCookies();
        await browser.setOffline(true);
        await page.addInitScript(noteText);
        await page.goto(place);
        await expect.poll(() => page.evaluate(inStore("return answerOf(store.count())"))).toBe(0);
        await page.locator("p.blank").waitFor();
        expect(await everDrawn(page)).not.toContain(secret);
      },
      { serviceWorkers: "allow" },
    );
  });

  test("a person whose session goes on sees what was open before the server has answered", async () => {
    await withBrowser(async (browser) => {
      await visit(browser);
      const { letThrough, page } = await openUnanswered(browser);
      await arrived(page, secret).waitFor();
      expect(await everDrawn(page)).toContain("Mia");
      letThrough();
      await page.waitForRequest(/\/api\/v1\/events\?/);
      await arrived(page, secret).waitFor();
    });
  });

  test("a session that began before it had a fingerprint gets one with the page, and is kept from then on", async () => {
    await withBrowser(async (browser) => {
      await logIn(browser, memberEmail);
      await browser.clearCookies({ name: "session-fingerprint" });
      const page = await browser.newPage();
      await page.goto(place);
      await arrived(page, secret).waitFor();
      await expect.poll(() => page.evaluate(hasKept(secret))).toBe(true);
    });
  });
});
