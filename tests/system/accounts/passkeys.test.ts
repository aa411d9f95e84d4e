import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser, withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { findings } from "../web-client/axe.ts";
import { addPasskey as addPasskeyOf } from "./add-passkey.ts";
import { desktopBridge } from "./desktop-bridge.ts";
import { VirtualAuthenticator } from "./virtual-authenticator.ts";

let product: Product;

beforeAll(async () => {
  product = await startDemo();
});
afterAll(() => product[Symbol.asyncDispose]());

const password = "correct-horse-battery";
const factors = "/accounts/second-factors/";

async function logIn(page: Page, email: string, next = factors): Promise<void> {
  await page.goto(`${product.url}/login?next=${next}`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Logs somebody in and adds a passkey; returns the device with it. */
const addPasskey = (page: Page, email: string) =>
  addPasskeyOf(page, { url: product.url, email, password });

/** Puts passkeys into a device of a new browser. */
async function otherBrowser(from: VirtualAuthenticator, verifiesUser = true) {
  const { browser, ...opened } = await openBrowser();
  const page = await browser.newPage();
  const device = await VirtualAuthenticator.add(page, verifiesUser);
  await device.take(await from.kept());
  return { ...opened, browser, page, device };
}

const cookiesOf = async (page: Page) =>
  (await page.context().cookies(product.url)).map(({ name }) => name);

describe("passkeys in a browser (docs/behaviour/second-factors.md#passkeys)", () => {
  test("somebody adds a passkey, logs in with it after the password elsewhere, and removes it", async ({
    expect,
  }) => {
    const email = "member@example.com";
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      const first = await VirtualAuthenticator.add(page);
      await logIn(page, email);
      expect(await findings(page)).toEqual([]);
      await page.getByRole("link", { name: "Add a passkey" }).click();
      await page.getByLabel("Name").fill("Phone");
      expect(await findings(page)).toEqual([]);
      await page.getByLabel("Your password").fill("wrong");
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByRole("alert").filter({ hasText: "The password is wrong" }).waitFor();
      expect(await page.getByLabel("Name").inputValue()).toBe("Phone");
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByRole("button", { name: "Make the passkey" }).waitFor();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", { name: "Make the passkey" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      expect(await page.getByRole("listitem").count()).toBe(10);
      await page.getByRole("link", { name: "I have kept them" }).click();
      await page.getByText("Not used yet.").waitFor();
      expect(await first.kept()).toHaveLength(1);
      // The same device is not asked a second time.
      await page.goto(`${product.url}${factors}passkeys/add`);
      await page.getByLabel("Name").fill("Phone again");
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByRole("button", { name: "Make the passkey" }).click();
      await page.getByRole("alert").filter({ hasText: "has a passkey for your account" }).waitFor();
      await using other = await otherBrowser(first);
      await logIn(other.page, email);
      await other.page.getByText(`Logging in as ${email} needs your passkey`).waitFor();
      expect(await findings(other.page)).toEqual([]);
      expect(await cookiesOf(other.page)).toEqual(["half-sign-in"]);
      await other.page.getByRole("button", { name: "Use a passkey" }).click();
      await other.page.waitForURL(`${product.url}${factors}`);
      expect(await cookiesOf(other.page)).toEqual(["session", "session-fingerprint"]);
      await other.page.getByText(/Last used on \w+/).waitFor();
      expect(await findings(other.page)).toEqual([]);
      await other.page.getByRole("link", { name: "Remove Phone" }).click();
      await other.page.getByRole("heading", { name: "Remove Phone?" }).waitFor();
      expect(await findings(other.page)).toEqual([]);
      await other.page.getByLabel("Your password").fill(password);
      await other.page.getByRole("button", { name: "Remove the passkey" }).click();
      await other.page.getByText("A phone, a computer or a security key").waitFor();
      expect(problems).toEqual([]);
    });
    const client = await Client.login(product.url, email);
    expect(await client.get("/users/me")).toMatchObject({ result: "success" });
  });

  test("pages of passkeys say so where there are no scripts, and a recovery code gets in", async ({
    expect,
  }) => {
    const email = "admin@example.com";
    await using setUp = await openBrowser();
    const page = await setUp.browser.newPage();
    await addPasskey(page, email);
    const code = await page.getByRole("listitem").first().innerText();
    await withBrowser(
      async (browser) => {
        const plain = await browser.newPage();
        await plain.goto(`${product.url}/login/passkey`);
        await plain.getByText("Passkeys need JavaScript, which is off in your browser.").waitFor();
        expect(await plain.getByRole("button").count()).toBe(0);
        await logIn(plain, email);
        await plain.getByText("Passkeys need JavaScript, which is off in your browser.").waitFor();
        await plain.getByLabel("Recovery code").fill(code);
        await plain.getByRole("button", { name: "Log in", exact: true }).click();
        await plain.getByText("Codes that you have left: 9.").waitFor();
      },
      { javaScriptEnabled: false },
    );
  });
});

describe("names of passkeys (docs/behaviour/second-factors.md#passkeys)", () => {
  test("somebody renames a passkey without scripts; a blank name, another origin and no such passkey are refused", async ({
    expect,
  }) => {
    const email = "guest@example.com";
    await using setUp = await openBrowser();
    const page = await setUp.browser.newPage();
    await addPasskey(page, email);
    const cookies = await setUp.browser.cookies();
    await withBrowser(
      async (browser) => {
        await browser.addCookies(cookies);
        const plain = await browser.newPage();
        await plain.goto(`${product.url}${factors}`);
        await plain.getByRole("link", { name: "Rename Phone" }).click();
        await plain.getByRole("heading", { name: "Rename Phone" }).waitFor();
        expect(await plain.getByLabel("Name").inputValue()).toBe("Phone");
        await plain.getByLabel("Name").fill("  ");
        await plain.getByLabel("Name").press("Enter");
        await plain.getByRole("alert").filter({ hasText: "Give the passkey a name." }).waitFor();
        await plain.getByLabel("Name").fill("Blue key");
        await plain.getByRole("button", { name: "Rename" }).press("Enter");
        await plain.getByRole("link", { name: "Remove Blue key" }).waitFor();
        const foreign = { id: "999999", name: "Mine" };
        const headers = { origin: product.url };
        const answer = await plain.request.post(`${product.url}${factors}passkeys/rename`, {
          form: foreign,
          headers,
          maxRedirects: 0,
        });
        expect(answer.status()).toBe(303);
        const evil = await plain.request.post(`${product.url}${factors}passkeys/rename`, {
          form: foreign,
          headers: { origin: "https://evil.example" },
        });
        expect(evil.status()).toBe(403);
      },
      { javaScriptEnabled: false },
    );
    await page.goto(`${product.url}${factors}`);
    await page.getByRole("link", { name: "Rename Blue key" }).click();
    expect(await findings(page)).toEqual([]);
  });
});

describe("a passkey alone in a browser (docs/behaviour/second-factors.md#signing-in-with-a-passkey)", () => {
  test("a device that knows its owner lets them in without address and password, but no copy of it", async ({
    expect,
  }) => {
    const email = "owner@example.com";
    await using setUp = await openBrowser();
    const page = await setUp.browser.newPage();
    const first = await addPasskey(page, email);
    await using copied = await otherBrowser(first);
    await using other = await otherBrowser(first);
    await other.page.goto(`${product.url}/login?next=/docs`);
    expect(await findings(other.page)).toEqual([]);
    await other.page.getByRole("link", { name: "Sign in with a passkey" }).click();
    await other.page.waitForURL(`${product.url}/docs`);
    expect(await cookiesOf(other.page)).toEqual(["session", "session-fingerprint"]);
    const me = await other.page.request.get(`${product.url}/api/v1/users/me`);
    expect(await me.json()).toMatchObject({ delivery_email: email });
    await copied.page.goto(`${product.url}/login/passkey`);
    await copied.page
      .getByRole("alert")
      .filter({ hasText: "Somebody may have copied this passkey" })
      .waitFor();
    expect(await findings(copied.page)).toEqual([]);
    expect(await cookiesOf(copied.page)).toEqual(["passkey"]);
  });

  test("a device without passkeys, or one that does not make sure who holds it, lets nobody in", async ({
    expect,
  }) => {
    await using setUp = await openBrowser();
    const page = await setUp.browser.newPage();
    const first = await addPasskey(page, "moderator@example.com");
    await using unsure = await otherBrowser(first, false);
    await unsure.page.goto(`${product.url}/login/passkey`);
    await unsure.page.getByRole("alert").filter({ hasText: "No passkey was used" }).waitFor();
    expect(await cookiesOf(unsure.page)).toEqual(["passkey"]);
  });

  test("the desktop app is logged in by a passkey in the browser (docs/behaviour/single-sign-on.md#apps)", async ({
    expect,
  }) => {
    await using setUp = await openBrowser();
    const page = await setUp.browser.newPage();
    const device = await addPasskey(page, "member2@example.com");
    await setUp.browser.clearCookies();
    const app = await setUp.browser.newPage();
    const { decrypt, paste } = await desktopBridge(app);
    await app.goto(`${product.url}/login?next=/docs`);
    const opened = setUp.browser.waitForEvent("page");
    await app.getByRole("link", { name: "Sign in with a passkey" }).click();
    const asking = await opened;
    // The page asks at once: it is opened again when there is a device.
    const address = asking.url();
    await asking.goto("about:blank");
    const inBrowser = await VirtualAuthenticator.add(asking);
    await inBrowser.take(await device.kept());
    await asking.goto(address);
    await asking.getByRole("heading", { name: "Back to the app" }).waitFor();
    await paste(decrypt(await asking.locator("code").innerText()));
    await app.waitForURL(`${product.url}/docs`);
    expect(await cookiesOf(app)).toContain("session");
  });

  test("forms of other origins are refused, and what answers no challenge of this browser", async ({
    expect,
  }) => {
    const send = (path: string, headers: Record<string, string>) =>
      fetch(`${product.url}${path}`, {
        method: "POST",
        body: new URLSearchParams({ response: "{}", challenge: "x" }),
        headers,
        redirect: "manual",
      });
    const foreign = { Origin: "https://evil.example" };
    for (const path of ["/login/passkey", "/login/second-factor/passkey"])
      expect((await send(path, foreign)).status).toBe(403);
    const refused = await send("/login/passkey", { Origin: product.url });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("This took too long, or was used already.");
    const half = await send("/login/second-factor/passkey", { Origin: product.url });
    expect(half.status).toBe(401);
    for (const path of ["add", "finish", "remove"]) {
      const Cookie = `session=${"x".repeat(32)}`;
      const to = `${factors}passkeys/${path}`;
      expect((await send(to, { Cookie, ...foreign })).status).toBe(403);
      const out = await send(to, { Cookie, Origin: product.url });
      expect(out.headers.get("location")).toBe("/login?next=%2Faccounts%2Fsecond-factors%2F");
    }
  });

  test("the page allows exactly its script, and refuses what no app can have made up", async ({
    expect,
  }) => {
    const mobile = "0f".repeat(32);
    const wrong = await fetch(`${product.url}/login/passkey?mobile_flow_otp=abc`);
    expect(wrong.status).toBe(400);
    const right = await fetch(`${product.url}/login/passkey?mobile_flow_otp=${mobile}`);
    expect(right.status).toBe(200);
    expect(right.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[^']+';/);
  });
});
