import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "./browser.ts";
import { Client } from "./client.ts";
import type { Product } from "./in-process/product.ts";
import { startDemo } from "./in-process/start-demo.ts";

let product: Product;
let owner: Client;

beforeAll(async () => {
  product = await startDemo();
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
      for (const address of [revoked, `${product.url}/join#nonsense`, `${product.url}/join`]) {
        await page.goto("about:blank");
        await page.goto(address);
        await page.getByRole("heading", { name: "This invitation cannot be used" }).waitFor();
        expect(await page.getByRole("textbox").count()).toBe(0);
        expect(await page.getByRole("button").count()).toBe(0);
      }
    });
  });

  test("the page of an invitation says who invited where and for how long, and names what is wrong", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
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
      expect(cookies).toMatchObject([{ name: "session", httpOnly: true, sameSite: "Lax" }]);
    });
    const key = await owner.post("/fetch_api_key", { username: "nora@example.com", password });
    expect(key).toMatchObject({ result: "success", email: "nora@example.com" });
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
      const text = await (await fetch(`${product.url}${String(address)}.txt`)).text();
      expect(text).toContain(`Accept the invitation:\n${String(leads)}\n`);
      expect((await fetch(`${product.url}/emails/none`)).status).toBe(404);
    });
  });
});
