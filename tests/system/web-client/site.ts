import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

import type { BrowserContext, Page } from "playwright-core";

import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";

/**
 * Starts the product with the demo organizations and the web client.
 *
 * @param more variables for the configuration of all services
 */
export async function startSite(more: Readonly<Record<string, string>> = {}): Promise<Product> {
  await buildSite();
  return startDemo(more);
}

/** Look of this process whether the web client is current: nobody changes it meanwhile. */
let built: Promise<unknown> | undefined;

/** Builds the web client when it is not current. */
export async function buildSite(): Promise<void> {
  const program = path.resolve("clients/web/build/main.ts");
  built ??= promisify(execFile)(process.execPath, [program]);
  await built;
}

/** Opens the client as one of the demo accounts; `problems` collects what the browser complains of. */
export async function openAs(
  browser: BrowserContext,
  url: string,
  { email, problems = [] }: { readonly email: string; readonly problems?: string[] },
): Promise<Page> {
  await browser.clearCookies();
  const page = await browser.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    const { url: source } = message.location();
    // Pictures of organizations come from somebody else's server, which tests do not reach.
    const isOurs = source === "" || source.startsWith(url);
    if (message.type() === "error" && isOurs) problems.push(`${message.text()} ${source}`);
  });
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: email, exact: true }).click();
  await page.getByRole("navigation", { name: "Conversations" }).waitFor();
  return page;
}

/** The box to write in. */
export function composeBox(page: Page) {
  return page.getByRole("textbox", { name: /^Message / });
}

/** Writes a message into what is open, and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await composeBox(page).fill(text);
  await composeBox(page).press("Enter");
}

/** A message with this text that has come back from the server. */
export function arrived(page: Page, text: string) {
  return page.locator("article[data-id]").filter({ hasText: text });
}

/** Script that tells whether the state that is kept has a message. */
export const hasKept = (text: string) => `new Promise((resolve) => {
  const asked = indexedDB.open("team-chat");
  asked.onsuccess = () => {
    const kept = asked.result.transaction("state").objectStore("state").get("last");
    kept.onsuccess = () => resolve(JSON.stringify([...(kept.result?.state.messages.values() ?? [])]).includes(${JSON.stringify(text)}));
  };
})`;
