import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { linkInMail } from "./accounts/link-in-mail.ts";
import { withBrowser } from "./browser.ts";
import { Client } from "./client.ts";
import type { Product } from "./in-process/product.ts";
import { request } from "./request.ts";
import { startSite } from "./web-client/site.ts";

let product: Product;
let owner: Client;

beforeAll(async () => {
  const elsewhere = { id: "company", name: "Company", issuer: "http://127.0.0.1:1" };
  const providers = [{ ...elsewhere, clientId: "chat", clientSecret: "secret" }];
  product = await startSite({ OPENID_PROVIDERS: JSON.stringify(providers) });
  owner = await Client.login(product.url, "owner@example.com");
});
afterAll(() => product[Symbol.asyncDispose]());

async function invitationLink(): Promise<string> {
  const { invite_link: made } = await owner.post("/invites/multiuse", {
    invite_expires_in_minutes: 60,
  });
  return String(made);
}

const password = "a-long-enough-secret";

describe("the page of an invitation", () => {
  test("the page of an invitation refuses one that cannot be accepted without asking for anything", async ({
    expect,
  }) => {
    const revoked = await invitationLink();
    const { invites } = await owner.get("/invites");
    const all = invites as readonly { id: number; link_url?: string }[];
    const { id } = all.find(({ link_url: url }) => url === revoked) ?? { id: 0 };
    await owner.delete(`/invites/multiuse/${String(id)}`);
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      const none = `${product.url}/join`;
      for (const address of [none, revoked, `${none}/nonsense`, `${none}#nonsense`]) {
        await page.goto("about:blank");
        await page.goto(address);
        await page.getByRole("heading", { name: "This invitation cannot be used" }).waitFor();
        expect(await page.getByRole("textbox").count()).toBe(0);
        expect(await page.getByRole("button").count()).toBe(0);
      }
      await owner.patch("/realm", { authentication_methods: { Email: false } });
      await page.goto("about:blank");
      await page.goto(await invitationLink());
      await page.getByRole("link", { name: "Go to the log-in" }).waitFor();
      await owner.patch("/realm", { authentication_methods: { Email: true } });
    });
  });

  test("the page of an invitation says who invited where and for how long, names what is wrong, and needs no scripts", async ({
    expect,
  }) => {
    const use = async (browser: BrowserContext) => {
      const page = await browser.newPage();
      await page.goto(await invitationLink());
      await page.getByRole("heading", { name: "Join Team Chat Demo" }).waitFor();
      const shown = await page.getByRole("main").innerText();
      expect(shown).toContain("Olive Owner invited you.");
      expect(shown).toMatch(/The invitation works until \w+/);
      await page.getByLabel("Your name").fill("Nora Newcomer");
      await page.getByLabel("E-mail address").fill("nora@example.com");
      await page.getByLabel("Password").fill("password");
      await page.getByRole("button", { name: "Join Team Chat Demo" }).click();
      await page.getByRole("alert").filter({ hasText: "The password is too weak." }).waitFor();
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Join Team Chat Demo" }).click();
      await page.getByRole("heading", { name: "Welcome to Team Chat Demo" }).waitFor();
      const leads = page.getByRole("link", { name: "Open Team Chat Demo" });
      expect(await leads.getAttribute("href")).toBe(`${product.url}/`);
      const cookies = await browser.cookies(product.url);
      expect(cookies).toMatchObject([
        { name: "session", httpOnly: true, sameSite: "Lax" },
        { name: "session-fingerprint", httpOnly: false, sameSite: "Lax" },
      ]);
      await leads.click();
      await page.waitForURL(`${product.url}/`);
    };
    await withBrowser(use, { javaScriptEnabled: false });
    const key = await owner.post("/fetch_api_key", { username: "nora@example.com", password });
    expect(key).toMatchObject({ result: "success", email: "nora@example.com" });
  });
});

/** Sends a form as the organization's own page does. */
function submit(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return fetch(`${product.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: product.url, ...headers },
    redirect: "manual",
  });
}

const linkTo = (email: string, found: RegExp) => linkInMail(product.mailDir, { email, found });

const resetLink = /http:\/\/\S+\/accounts\/password\/reset\/\w{32}/;

describe("a forgotten password (docs/behaviour/passwords.md#pages)", () => {
  test("a link is asked for by a form of the own pages only, five times an hour for one address", async ({
    expect,
  }) => {
    const reset = "/accounts/password/reset/";
    const email = "nobody@example.com";
    for (const Origin of ["https://evil.example", "null"])
      expect((await submit(reset, { email }, { Origin })).status).toBe(403);
    for (let count = 0; count < 5; count += 1) {
      const answer = await submit(reset, { email });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(
        "If there is an account with the address nobody@example.com",
      );
    }
    const refused = await submit(reset, { email: ` ${email.toUpperCase()}` });
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/Too many attempts\. Try again in \d+ minutes\./);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a link puts its secret into a cookie at once, so that no address and no Referer has it", async ({
    expect,
  }) => {
    const token = "x".repeat(32);
    const opened = await fetch(`${product.url}/accounts/password/reset/${token}`, {
      redirect: "manual",
    });
    expect([opened.status, opened.headers.get("location")]).toEqual([
      303,
      "/accounts/password/reset/set",
    ]);
    expect(opened.headers.get("set-cookie")).toBe(
      `password-reset=${token}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect(opened.headers.get("referrer-policy")).toBe("no-referrer");
    const Cookie = `password-reset=${token}`;
    for (const headers of [{ Cookie }, { Cookie: "" }]) {
      const page = await fetch(`${product.url}/accounts/password/reset/set`, { headers });
      expect(page.status).toBe(400);
      expect(await page.text()).toContain("This link does not work any more.");
    }
  });

  test("somebody who has forgotten the password gets back in without scripts", async ({
    expect,
  }) => {
    await withBrowser(
      async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${product.url}/login`);
        await page.getByRole("link", { name: "Forgotten the password?" }).click();
        await page.getByLabel("E-mail address").fill("member@example.com");
        await page.getByRole("button", { name: "Send the link" }).click();
        await page.getByRole("heading", { name: "Look into your e-mail" }).waitFor();
        await page.goto(await linkTo("member@example.com", resetLink));
        expect(page.url()).toBe(`${product.url}/accounts/password/reset/set`);
        await page.getByText("For the account member@example.com.").waitFor();
        await page.getByLabel("New password").fill("password");
        await page.getByRole("button", { name: "Set the password" }).click();
        await page.getByRole("alert").filter({ hasText: "The password is too weak." }).waitFor();
        await page.getByLabel("New password").fill("remembered-this-time");
        await page.getByRole("button", { name: "Set the password" }).click();
        await page.getByRole("status").filter({ hasText: "Your password is set." }).waitFor();
        await page.getByLabel("E-mail address").fill("member@example.com");
        await page.getByLabel("Password").fill("remembered-this-time");
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await page.waitForURL(/\/(?:docs)?$/);
        const cookies = await browser.cookies(product.url);
        expect(cookies.map(({ name }) => name)).toEqual(["session", "session-fingerprint"]);
      },
      { javaScriptEnabled: false },
    );
  });
});

describe("creating organizations where nobody may (docs/behaviour/organization.md#creating-one-on-a-page)", () => {
  test("the page says that organizations are created by the operator, and takes no form", async ({
    expect,
  }) => {
    const said = "Organizations are created by the operator of this server.";
    const shown = await fetch(`${product.url}/new`);
    expect(shown.status).toBe(404);
    expect(await shown.text()).toContain(said);
    const wanted = {
      name: "Fresh",
      subdomain: "fresh",
      full_name: "Bo Boss",
      email: "bo@a.example",
    };
    const sent = await submit("/new", wanted);
    expect(sent.status).toBe(404);
    expect(await sent.text()).not.toContain("<form");
    const elsewhere = await request(product.url, { path: "/new", host: "acme.example" });
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([303, `${product.url}/new`]);
  });
});

describe("finding organizations (docs/behaviour/organization.md#finding-organizations)", () => {
  test("a list is asked for at the root domain only, by its own form, and is sent", async ({
    expect,
  }) => {
    const find = "/accounts/find/";
    const email = "member2@example.com";
    const elsewhere = await request(product.url, { path: find, host: "acme.example" });
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([303, `${product.url}${find}`]);
    expect((await submit(find, { email }, { Origin: "null" })).status).toBe(403);
    const answer = await submit(find, { email });
    expect(await answer.text()).toContain(`If there are accounts with the address ${email}`);
    expect(await linkTo(email, /Your organizations[^]+http:\S+/)).toContain(product.url);
  });
});

describe("the search of the API's pages", () => {
  test("the search of the API's pages shows operations that have all words, and goes to the first", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/docs`);
      const search = page.getByRole("searchbox");
      const shown = page.locator(".chapter li:visible");
      await page.keyboard.press("/");
      await page.keyboard.type("reaction add");
      await page.getByText(/^\d+ operations?$/).waitFor();
      const texts = await shown.allInnerTexts();
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.join("\n")).toContain("reactions");
      expect(await page.getByText(/^\d+ operations?$/).innerText()).toMatch(
        new RegExp(`^${texts.length} operation`),
      );
      expect(new URL(page.url()).searchParams.get("q")).toBe("reaction add");
      await search.fill("local_id");
      expect((await shown.allInnerTexts()).join("\n")).toContain("POST /messages");
      await search.fill("no such words");
      expect(await shown.count()).toBe(0);
      await page.getByText("0 operations", { exact: true }).waitFor();
      await search.fill("fetch_api_key");
      const first = shown.first().getByRole("link");
      const address = await first.getAttribute("href");
      await search.press("Enter");
      await page.waitForURL(`${product.url}${String(address)}`);
    });
  });

  test("the search of the API's pages leads from the page of a noun to what it finds", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/docs`);
      const noun = await page.locator(".chapter h2 a").first().getAttribute("href");
      await page.goto(`${product.url}${String(noun)}`);
      await page.getByRole("searchbox").fill("draft");
      await page.getByRole("searchbox").press("Enter");
      await page.waitForURL(`${product.url}/docs?q=draft`);
      const texts = await page.locator(".chapter li:visible").allInnerTexts();
      expect(texts.join("\n")).toContain("/drafts");
      expect(texts.join("\n")).not.toContain("/users/me/status");
    });
  });
});

describe("previews of e-mail (docs/behaviour/mail.md#previews)", () => {
  test("previews of e-mail are listed, and each is shown as HTML and as text with the same link", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/emails`);
      const shown = page.getByRole("link", { name: /has invited you to join/ });
      const address = await shown.getAttribute("href");
      await shown.click();
      await page.getByText("Ada Lovelace wants you to join Team Chat Demo.").waitFor();
      const accept = page.getByRole("link", { name: "Accept the invitation" });
      const leads = await accept.getAttribute("href");
      const plain = String(address).replace("?", ".txt?");
      const text = await (await fetch(`${product.url}${plain}`)).text();
      expect(text).toContain(`Accept the invitation:\n${String(leads)}\n`);
      expect((await fetch(`${product.url}/emails/none`)).status).toBe(404);
    });
  });
});
