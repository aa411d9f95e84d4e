import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { arrived, composeBox, startSite } from "./site.ts";

const email = "admin@example.com";
/** More keys than there are places that take the focus on any screen of the walk. */
const mostTabs = 150;
/** One dot, as small as pictures get. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

let product: Product;
let colleague: Client;

beforeAll(async () => {
  product = await startSite();
  colleague = await Client.login(product.url, "member@example.com");
});
afterAll(() => product[Symbol.asyncDispose]());

async function post(topic: string, content: string): Promise<number> {
  const sent = await colleague.post("/messages", {
    type: "channel",
    to: "general",
    topic,
    content,
  });
  if (sent.result !== "success") throw new Error(sent.msg);
  await product.settle();
  return Number(sent["id"]);
}

/** Device that somebody uses the client with, who knows only what is on the screen. */
interface InputDevice {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Presses something that is on the screen. */
  readonly press: (page: Page, what: Locator) => Promise<void>;
}

async function click(_page: Page, what: Locator): Promise<void> {
  await what.click();
}

/** Goes from one place to the next until this one has the focus. */
async function reach(page: Page, what: Locator, key = "Tab"): Promise<void> {
  await what.waitFor({ state: "attached" });
  const hasFocus = () => what.evaluate((element) => element.matches(":focus"));
  for (let at = 0; !(await hasFocus()); at += 1) {
    if (at === mostTabs) throw new Error(`Tab does not lead to ${String(what)}.`);
    await page.keyboard.press(key);
  }
}

async function pressByKey(page: Page, what: Locator): Promise<void> {
  await reach(page, what);
  await page.keyboard.press("Enter");
}

const wide = { width: 1280, height: 720 };
const devices: readonly InputDevice[] = [
  { name: "with a mouse", viewport: wide, press: click },
  { name: "by keys alone", viewport: wide, press: pressByKey },
  { name: "on a screen of 320 pixels", viewport: { width: 320, height: 640 }, press: click },
];

/** Somebody who has never seen the client, and goes through it. */
class NewUser {
  readonly page: Page;
  readonly #device: InputDevice;

  constructor(page: Page, device: InputDevice) {
    this.page = page;
    this.#device = device;
  }

  async press(what: Locator): Promise<void> {
    await this.#device.press(this.page, what);
    await this.#checkWidth();
  }

  /** Writes into a field, as one does by keys. */
  async write(field: Locator, text: string): Promise<void> {
    if (this.#device.press === click) await field.click();
    else await reach(this.page, field);
    await this.page.keyboard.type(text);
  }

  /** Shows the list of conversations, which a small screen has instead of the one that is open. */
  async toList(): Promise<Locator> {
    const list = this.page.getByRole("navigation", { name: "Conversations" });
    const back = this.page.getByRole("link", { name: "Back" });
    await list.or(back).first().waitFor();
    if (!(await list.isVisible())) await this.press(back);
    await list.waitFor();
    return list;
  }

  /** Chooses a file in the browser's own dialog. */
  async attach(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const { page } = this;
    // Waits before the way there begins: a key may reach the page earlier than the order to show no dialog of its own.
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), this.#openChooser()]);
    await chooser.setFiles(file);
  }

  async #openChooser(): Promise<void> {
    if (this.#device.press === click) {
      await this.page.locator("label.attach").click();
      return;
    }
    // It stands before the box to write in.
    await reach(this.page, this.page.getByLabel("Attach files"), "Shift+Tab");
    await this.page.keyboard.press("Space");
  }

  async #checkWidth(): Promise<void> {
    const width = await this.page.evaluate<number>("document.documentElement.scrollWidth");
    if (width > this.#device.viewport.width) throw new Error(`The page is ${String(width)} wide.`);
  }
}

describe("somebody who never saw the client (docs/subsystems/web-client.md)", () => {
  for (const [at, device] of devices.entries())
    test(`a newcomer reads, answers, begins a topic, uploads, finds and invites ${device.name}`, async ({
      expect,
    }) => {
      const [lunch, plans] = [`lunch ${String(at)}`, `plans ${String(at)}`];
      const old = await post(`garden ${String(at)}`, `The radishes of bed ${String(at)} are ripe`);
      // Without what watches rows: nobody writes a week ago.
      await product.database.query(`begin; set local session_replication_role = replica;
        update messages.message set sent_at = sent_at - interval '7 days' where id = ${String(old)}; commit`);
      await post(lunch, "Noon at the pond?");
      await withBrowser(async (browser) => {
        const page = await browser.newPage();
        await page.setViewportSize(device.viewport);
        const somebody = new NewUser(page, device);
        const main = page.getByRole("main");
        await page.goto(product.url);
        await device.press(page, page.getByRole("button", { name: email, exact: true }));
        await somebody.press((await somebody.toList()).getByRole("link", { name: /^Inbox/ }));
        await somebody.press(main.getByRole("link", { name: new RegExp(lunch) }));
        await arrived(page, "Noon at the pond?").waitFor();
        await somebody.write(composeBox(page), "Gladly");
        await page.keyboard.press("Enter");
        await arrived(page, "Gladly").waitFor();

        await somebody.press(main.getByRole("link", { name: "#general" }).first());
        await somebody.write(page.getByLabel("Topic", { exact: true }), plans);
        await somebody.write(composeBox(page), `Who brings what to ${plans}?`);
        await page.keyboard.press("Enter");
        await arrived(page, `Who brings what to ${plans}?`).waitFor();

        await somebody.write(composeBox(page), "The pond");
        await somebody.attach({ name: "pond.png", mimeType: "image/png", buffer: dot });
        await composeBox(page).and(page.locator(":focus")).waitFor();
        await expect.poll(() => composeBox(page).inputValue()).toContain("[pond.png](");
        await somebody.press(page.getByRole("button", { name: "Send", exact: true }));
        const picture = arrived(page, "The pond").locator("img");
        await expect
          .poll(() =>
            picture.evaluateAll((all) => all.map((one) => Reflect.get(one, "naturalWidth"))),
          )
          .toContain(1);

        await somebody.press((await somebody.toList()).getByRole("button", { name: "Find" }));
        await page.locator("input:focus").waitFor();
        await page.keyboard.type(`radishes bed ${String(at)}`);
        const offer = page.getByRole("option", { name: /^Search for/ });
        await offer.waitFor();
        if (device.press === click) await offer.click();
        else await page.keyboard.press("Enter");
        await arrived(page, `radishes of bed ${String(at)}`).waitFor();

        const colleagues = `colleague${String(at)}@example.com`;
        await somebody.toList();
        await somebody.press(page.getByTitle("Your account"));
        await somebody.press(page.getByRole("link", { name: "Invite people" }));
        await somebody.write(page.getByLabel("Addresses"), colleagues);
        await somebody.press(page.getByRole("button", { name: "Invite by e-mail" }));
        await page.locator(".entries li").filter({ hasText: colleagues }).waitFor();
      });
    });
});
