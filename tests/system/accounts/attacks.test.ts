import { findFreePort } from "@team-chat/servers";
import { newCertificate } from "@team-chat/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser, withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { addPasskey } from "./add-passkey.ts";
import { linkInMail } from "./link-in-mail.ts";
import { ownerOf, plant, sessionIn, sessionOf } from "./planted-session.ts";
import { passOn, proxySecret, remoteUserEnvironment, startProxy } from "./remote-user.ts";
import { signInAtProvider, startIdentityProvider } from "./start-identity-provider.ts";
import { signInAtSamlProvider, startSamlProvider } from "./start-saml-provider.ts";
import { VirtualAuthenticator } from "./virtual-authenticator.ts";

let product: Product;
/** Cookie of a session of the attacker's own. */
let planted: string;
/** Address of a reverse proxy that vouches for everybody who comes through it. */
let proxyUrl: string;

const password = "correct-horse-battery";
const attacker = "member2@example.com";
const elsewhere = ["//evil.example/x", "https://evil.example/x", "/\\evil.example/x"] as const;

beforeAll(async () => {
  const issuer = `http://127.0.0.1:${String(await findFreePort())}`;
  const samlUrl = `http://127.0.0.1:${String(await findFreePort())}`;
  const key = newCertificate();
  const company = { id: "company", name: "Company", issuer, clientId: "chat" };
  const addresses = { signInUrl: `${samlUrl}/sign-in`, logOutUrl: `${samlUrl}/log-out` };
  const directory = { id: "directory", name: "Directory", issuer: samlUrl, ...addresses };
  product = await startDemo({
    OPENID_PROVIDERS: JSON.stringify([{ ...company, clientSecret: "secret" }]),
    SAML_PROVIDERS: JSON.stringify([{ ...directory, certificates: [key.certificate] }]),
    ORGANIZATION_CREATION: "open",
    ...remoteUserEnvironment,
  });
  const logInUrl = `${product.url}/accounts/login`;
  const { port } = new URL(issuer);
  product.defer(await startIdentityProvider(Number(port), `${logInUrl}/openid/company/callback`));
  product.defer(await startSamlProvider(samlUrl, `${logInUrl}/saml/directory`, key));
  const proxy = await startProxy(product.url, "grace");
  product.defer(proxy.stop);
  proxyUrl = proxy.url;
  planted = await sessionOf(product.url, { username: attacker, password });
});
afterAll(() => product[Symbol.asyncDispose]());

/** Has somebody make a passkey; returns what brings it to the device of another page. */
async function passkeyOf(email: string): Promise<(page: Page) => Promise<void>> {
  await using opened = await openBrowser();
  const page = await opened.browser.newPage();
  const device = await addPasskey(page, { url: product.url, email, password });
  const kept = await device.kept();
  return async (other) => (await VirtualAuthenticator.add(other)).take(kept);
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

const flows: Readonly<Record<string, { email: string; signIn: (page: Page) => Promise<void> }>> = {
  "a password": {
    email: "member@example.com",
    signIn: (page) => typePassword(page, "member@example.com"),
  },
  "a passkey after the password": {
    email: "moderator@example.com",
    signIn: async (page) => {
      await (
        await passkeyOf("moderator@example.com")
      )(page);
      await typePassword(page, "moderator@example.com");
      await page.getByRole("button", { name: "Use a passkey" }).click();
    },
  },
  "a passkey alone": {
    email: "owner@example.com",
    signIn: async (page) => {
      await (
        await passkeyOf("owner@example.com")
      )(page);
      await page.getByRole("link", { name: "Sign in with a passkey" }).click();
    },
  },
  "OpenID Connect": {
    email: "dora@example.com",
    signIn: async (page) => {
      await page.getByRole("link", { name: "Sign in with Company" }).click();
      await signInAtProvider(page, "dora");
    },
  },
  SAML: {
    email: "sam@example.com",
    signIn: async (page) => {
      await page.getByRole("link", { name: "Sign in with Directory" }).click();
      await signInAtSamlProvider(page, "sam");
    },
  },
  "a reverse proxy": {
    email: "grace@corp.example",
    signIn: async (page) => {
      await page.goto(`${proxyUrl}/login?next=${encodeURIComponent(elsewhere[0])}`);
      await page.getByRole("link", { name: "Sign in with Kerberos" }).click();
      await page.waitForURL(`${proxyUrl}/`);
      await page.goto(product.url);
    },
  },
};

describe("a browser into which somebody has planted a session of their own (docs/behaviour/sessions.md#logging-in)", () => {
  test.for(Object.entries(flows))(
    "a log-in with %s begins a new session, is led to no other site, and gives the planted one nothing",
    async ([, { email, signIn }], { expect }) => {
      await withBrowser(async (browser) => {
        await plant(browser, product.url, planted);
        const page = await browser.newPage();
        await page.goto(`${product.url}/login?next=${encodeURIComponent(elsewhere[0])}`);
        await signIn(page);
        await page.waitForURL(`${product.url}/`);
        const own = await sessionIn(browser, product.url);
        expect(own).not.toBe(planted);
        expect(await ownerOf(product.url, own)).toBe(email);
        expect(await ownerOf(product.url, planted)).toBe(attacker);
      });
    },
  );

  test("a sign-in by the reverse proxy begins a new session and is led to no other site", async ({
    expect,
  }) => {
    for (const next of elsewhere) {
      const vouched = { user: "grace", secret: proxySecret, next };
      const { location, session } = await passOn(product.url, vouched);
      expect(location).toBe("/");
      expect(await ownerOf(product.url, session?.split("=")[1] ?? "")).toBe("grace@corp.example");
    }
  });

  test("a sign-in that was begun elsewhere cannot be planted either", async ({ expect }) => {
    const begun = await fetch(`${product.url}/accounts/login/openid/company`, {
      redirect: "manual",
    });
    const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const back = new URLSearchParams({ state, code: "of the attacker" }).toString();
    const answer = await fetch(`${product.url}/accounts/login/openid/company/callback?${back}`, {
      redirect: "manual",
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie().join()).not.toContain("session=");
  });
});

describe("links that somebody has sent to many (docs/behaviour/passwords.md#asking-for-a-link)", () => {
  test("a page sends a link to no further address for a network that has asked for thirty", async ({
    expect,
  }) => {
    const ask = async (email: string, from: string) => {
      const answer = await fetch(`${product.url}/accounts/password/reset/`, {
        method: "POST",
        headers: { Origin: product.url, "X-Forwarded-For": from },
        body: new URLSearchParams({ email }),
      });
      return answer.status;
    };
    for (let count = 0; count < 30; count += 1)
      expect(await ask(`victim${count}@example.com`, "198.51.100.7")).toBe(200);
    expect(await ask("victim30@example.com", "198.51.100.7")).toBe(429);
    expect(await ask("victim30@example.com", "198.51.100.8")).toBe(200);
  });
});

describe("what is secret in an address (docs/behaviour/sessions.md#logging-in)", () => {
  const token = "x".repeat(32);

  test.for([
    ["/accounts/password/reset/", "/accounts/password/reset/set"],
    ["/join/", "/join"],
    ["/confirm-email/", "/confirm-email"],
    ["/new/confirm/", "/new/create"],
  ] as const)(
    "the secret of a link below %s goes into a cookie at once, and into no Referer",
    async ([path, location], { expect }) => {
      const answer = await fetch(`${product.url}${path}${token}`, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, location]);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.getSetCookie().join()).toMatch(/=x{32}; .*HttpOnly; SameSite=Lax/);
    },
  );

  test.for([
    `/accounts/unsubscribe/${token}`,
    `/accounts/login/subdomain/${token}`,
    `/accounts/login/openid/company/callback?code=${token}&state=${token}`,
    "/accounts/login/saml/directory/finish",
  ])(
    "the page at %s tells its address to no other site, and loads nothing of one",
    async (path, { expect }) => {
      const answer = await fetch(`${product.url}${path}`, { redirect: "manual" });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get("referrer-policy")).toMatch(/^(?:no-referrer|same-origin)$/);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await answer.text()).not.toMatch(/(?:href|src|action)="(?:https?:)?\/\//);
    },
  );
});

describe("what is done on pages by somebody who is not logged in (docs/behaviour/audit.md#entries)", () => {
  const address = "203.0.113.9";

  /** Opens a page from that address, or sends its form; returns the cookies that it sets. */
  async function visit(path: string, form?: Record<string, string>, Cookie = ""): Promise<string> {
    const answer = await fetch(`${product.url}${path}`, {
      headers: { Origin: product.url, "X-Forwarded-For": address, Cookie },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
      redirect: "manual",
    });
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");
  }

  test("an entry of the audit log names the address from which somebody used a page", async ({
    expect,
  }) => {
    const admin = await Client.login(product.url, "admin@example.com");
    const username = "guest@example.com";
    await visit("/login", { username, password: "wrong" });
    await visit("/logout", {}, await visit("/login", { username, password }));
    const { invite_link: link } = await admin.post("/invites/multiuse", {});
    const key = new URL(String(link)).pathname;
    const form = { full_name: "Jo Joiner", email: "jo@example.com", password };
    await visit("/join", form, await visit(key));
    await visit("/accounts/password/reset/", { email: "jo@example.com" });
    const found = /\/accounts\/password\/reset\/\w{32}/;
    const reset = await linkInMail(product.mailDir, { email: "jo@example.com", found });
    await visit("/accounts/password/reset/set", { password: `${password}-2` }, await visit(reset));
    await visit("/accounts/login/openid/company/callback?code=x&state=x");
    await visit("/accounts/login/saml/directory/acs", { SAMLResponse: "PHg+" });
    for (const operation of [
      "createSession",
      "endOwnSession",
      "acceptInvite",
      "resetPassword",
      "completeSignIn",
      "receiveSamlResponse",
    ]) {
      const { entries } = await admin.get("/audit_log", { operation, limit: 1 });
      expect(entries, operation).toMatchObject([{ operation, actor: { address } }]);
    }
  });
});
