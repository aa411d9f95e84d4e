import { randomBytes } from "node:crypto";

import { findFreePort } from "@team-chat/servers";
import { newCertificate } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { desktopBridge } from "./accounts/desktop-bridge.ts";
import { passOn, proxySecret, remoteUserEnvironment } from "./accounts/remote-user.ts";
import { signInAtProvider, startIdentityProvider } from "./accounts/start-identity-provider.ts";
import { signInAtSamlProvider, startSamlProvider } from "./accounts/start-saml-provider.ts";
import { withBrowser } from "./browser.ts";
import { Client } from "./client.ts";
import type { Product } from "./in-process/product.ts";
import { startDemo } from "./in-process/start-demo.ts";

const samlPath = "/accounts/login/saml/directory";

let product: Product;
let providerUrl: string;
let samlUrl: string;

beforeAll(async () => {
  const port = await findFreePort();
  providerUrl = `http://127.0.0.1:${String(port)}`;
  const company = { id: "company", name: "Company", issuer: providerUrl };
  const providers = [{ ...company, clientId: "chat", clientSecret: "secret" }];
  samlUrl = `http://127.0.0.1:${String(await findFreePort())}`;
  const key = newCertificate();
  const addresses = { signInUrl: `${samlUrl}/sign-in`, logOutUrl: `${samlUrl}/log-out` };
  const directory = { id: "directory", name: "Directory", issuer: samlUrl, ...addresses };
  const saml = [{ ...directory, certificates: [key.certificate] }];
  product = await startDemo({
    OPENID_PROVIDERS: JSON.stringify(providers),
    SAML_PROVIDERS: JSON.stringify(saml),
    ...remoteUserEnvironment,
  });
  product.defer(
    await startIdentityProvider(port, `${product.url}/accounts/login/openid/company/callback`),
  );
  product.defer(await startSamlProvider(samlUrl, `${product.url}${samlPath}`, key));
});
afterAll(() => product[Symbol.asyncDispose]());

describe("single sign-on with a real provider (docs/behaviour/single-sign-on.md#signing-in)", () => {
  test("somebody new signs in at the provider and is in, with an account of the company's name for them", async ({
    expect,
  }) => {
    await withBrowser(
      async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${product.url}/login?next=/docs`);
        await page.getByRole("link", { name: "Sign in with Company" }).click();
        await signInAtProvider(page, "dora");
        await page.waitForURL(`${product.url}/docs`);
        const cookies = await browser.cookies(product.url);
        expect(cookies.map(({ name }) => name)).toEqual(["session", "session-fingerprint"]);
        const me = await page.request.get(`${product.url}/api/v1/users/me`);
        expect(await me.json()).toMatchObject({
          full_name: "dora of the company",
          delivery_email: "dora@example.com",
        });
      },
      { javaScriptEnabled: false },
    );
  });

  test("the desktop app is logged in by what its user copies from the browser, once, and led by itself only", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const app = await browser.newPage();
      const { decrypt, paste } = await desktopBridge(app);
      await app.goto(`${product.url}/login?next=/docs`);
      const opened = browser.waitForEvent("page");
      await app.getByRole("link", { name: "Sign in with Company" }).click();
      const page = await opened;
      await signInAtProvider(page, "dora");
      await page.getByRole("heading", { name: "Back to the app" }).waitFor();
      const token = decrypt(await page.locator("code").innerText());
      expect(await browser.cookies(product.url)).toEqual([]);
      const address = `${product.url}/accounts/login/subdomain/${token}`;
      const lured = await fetch(address, { headers: { "Sec-Fetch-Site": "cross-site" } });
      expect(lured.status).toBe(401);
      await paste(token);
      await app.waitForURL(`${product.url}/docs`);
      expect((await browser.cookies(product.url)).map(({ name }) => name)).toEqual([
        "session",
        "session-fingerprint",
      ]);
      expect((await fetch(address)).status).toBe(401);
    });
  });

  test("the mobile app is led to from its browser, with a key of the account that only its own digits make readable", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      const otp = randomBytes(32);
      const led = page.waitForEvent("response", (answer) =>
        String(answer.headers()["location"]).startsWith("zulip://"),
      );
      const flow = `mobile_flow_otp=${otp.toString("hex")}`;
      await page.goto(`${product.url}/accounts/login/openid/company?${flow}`);
      await signInAtProvider(page, "dora");
      const answer = new URL((await led).headers()["location"] ?? "").searchParams;
      expect([answer.get("realm"), answer.get("email")]).toEqual([product.url, "dora@example.com"]);
      expect(await browser.cookies(product.url)).toEqual([]);
      const sealed = Buffer.from(answer.get("otp_encrypted_api_key") ?? "", "hex");
      const apiKey = Buffer.from(sealed.map((byte, index) => byte ^ (otp[index] ?? 0))).toString();
      const { host } = new URL(product.url);
      const app = Client.of(product.url, { email: "dora@example.com", apiKey, host });
      const me = await app.get("/users/me");
      expect(me["user_id"]).toBe(Number(answer.get("user_id")));
    });
  });

  test("a sign-in comes back to its own browser only, once, and tells no other site of itself", async ({
    expect,
  }) => {
    const address = `${product.url}/accounts/login/openid/company`;
    const begun = await fetch(`${address}?next=//evil.example`, { redirect: "manual" });
    expect(begun.status).toBe(303);
    expect(begun.headers.get("referrer-policy")).toBe("no-referrer");
    expect(begun.headers.get("set-cookie")).toMatch(
      /^sign-in=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const back = `${address}/callback?${new URLSearchParams({ state, code: "x", iss: providerUrl }).toString()}`;
    const own = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
    for (const Cookie of ["", "sign-in=nonsense", `session=${"x".repeat(32)}`, own]) {
      const answer = await fetch(back, { headers: { Cookie }, redirect: "manual" });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("set-cookie")).toMatch(/^sign-in=; Max-Age=0;/);
      expect(await answer.text()).toContain('role="alert"');
    }
    for (const path of ["none", "company?mobile_flow_otp=abc", "company?desktop_flow_otp="]) {
      const answer = await fetch(`${product.url}/accounts/login/openid/${path}`, {
        redirect: "manual",
      });
      expect([400, 404]).toContain(answer.status);
    }
  });
});

describe("single sign-on with a real SAML provider (docs/behaviour/single-sign-on.md#saml)", () => {
  test("somebody signs in at the provider, is led where they wanted to go, and is logged out there as well", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      const signIn = async () => {
        await page.goto(`${product.url}/login?next=/accounts/second-factors/`);
        await page.getByRole("link", { name: "Sign in with Directory" }).click();
        await signInAtSamlProvider(page, "sam");
        await page.waitForURL(`${product.url}/accounts/second-factors/`);
      };
      await signIn();
      expect(await browser.cookies(product.url)).toMatchObject([
        { name: "session", httpOnly: true, sameSite: "Lax" },
        { name: "session-fingerprint", httpOnly: false, sameSite: "Lax" },
      ]);
      const me = await page.request.get(`${product.url}/api/v1/users/me`);
      expect(await me.json()).toMatchObject({ delivery_email: "sam@example.com" });
      // The client's button is one of such a form, whose policy lets it lead to no other site.
      await page.evaluate(`
        document.body.innerHTML = '<form method="post" action="/logout"><button>Log out</button></form>';
      `);
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("heading", { name: /^Log in to/ }).waitFor();
      const done = await (await fetch(`${samlUrl}/done`)).json();
      expect(done).toEqual(["sign-in sam@example.com", "log-out sam@example.com"]);
      expect(await browser.cookies(product.url)).toEqual([]);
      await signIn();
      await page.goto(`${samlUrl}/end?email=sam@example.com`);
      await page.getByText("You are logged out everywhere").waitFor();
      const ended = await page.request.get(`${product.url}/api/v1/users/me`);
      expect(ended.status()).toBe(401);
    });
  });

  test("what is no response of the provider shows the page to log in, and nothing of it is led to another site", async ({
    expect,
  }) => {
    const send = (path: string, body: string, Cookie = "") =>
      fetch(`${product.url}${samlPath}${path}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: "https://evil.example",
          Cookie,
        },
        body,
        redirect: "manual",
      });
    for (const [path, body, status] of [
      ["/acs", "RelayState=https://evil.example/", 401],
      ["/acs", "SAMLResponse=nonsense", 401],
      ["/acs", `SAMLResponse=${"x".repeat(256 * 1024)}`, 413],
      ["/logout", "SAMLRequest=nonsense", 401],
    ] as const) {
      const answer = await send(path, body);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("location")).toBeNull();
      expect(await answer.text()).toContain('role="alert"');
    }
    const back = await send("/logout", "SAMLResponse=whatever&RelayState=https://evil.example/");
    expect([back.status, back.headers.get("location")]).toEqual([303, "/login"]);
    const finish = await fetch(`${product.url}${samlPath}/finish`, {
      headers: { Cookie: `saml-response=${"x".repeat(32)}` },
    });
    expect(finish.status).toBe(401);
    expect(finish.headers.getSetCookie().map((one) => one.split("; ")[0])).toEqual([
      "sign-in=",
      "saml-response=",
    ]);
    const metadata = await fetch(`${product.url}${samlPath}/metadata`);
    expect(metadata.headers.get("content-type")).toMatch(/^application\/samlmetadata\+xml/);
    expect(await metadata.text()).toContain(`Location="${product.url}${samlPath}/acs"`);
    const foreign = `${product.url}/accounts/login/saml/none/metadata`;
    expect((await fetch(foreign)).status).toBe(404);
  });
});

describe("a reverse proxy that says who somebody is (docs/behaviour/single-sign-on.md#reverse-proxies)", () => {
  const vouched = { user: "Grace", secret: proxySecret };

  test("nobody is let in whom no trusted proxy names, alone and with its secret", async ({
    expect,
  }) => {
    for (const passed of [
      {},
      { user: "grace" },
      { ...vouched, secret: "q".repeat(32) },
      { ...vouched, secret: "p" },
      { secret: proxySecret },
      { ...vouched, user: "" },
      { ...vouched, user: "grace, owner@example.com" },
      { ...vouched, user: ["grace", "owner@example.com"] },
      { ...vouched, from: "127.0.0.2" },
    ]) {
      const { body, session, status } = await passOn(product.url, passed);
      expect([status, session], JSON.stringify(passed)).toEqual([401, undefined]);
      expect(body).toContain("The proxy of the organization did not let you in.");
    }
    const host = `acme.${new URL(product.url).host}`;
    expect((await passOn(product.url, { ...vouched, host })).status).toBe(404);
  });

  test("whoever it names is in, with an account of their own, as long as the organization takes its word", async ({
    expect,
  }) => {
    const me = async (session = "") => {
      const answer = await fetch(`${product.url}/api/v1/users/me`, {
        headers: { Cookie: session },
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const first = await passOn(product.url, { ...vouched, next: "//evil.example" });
    expect([first.status, first.location]).toEqual([303, "/"]);
    const made = await me(first.session);
    expect(made).toMatchObject({ full_name: "grace", delivery_email: "grace@corp.example" });
    const again = await passOn(product.url, { ...vouched, user: "grace" });
    expect(again.location).toBe("/docs");
    expect((await me(again.session))["user_id"]).toBe(made["user_id"]);
    const known = await passOn(product.url, { ...vouched, user: "member@example.com" });
    expect((await me(known.session))["delivery_email"]).toBe("member@example.com");
    const owner = await Client.login(product.url, "owner@example.com");
    const settings = await owner.get("/server_settings");
    expect(settings["authentication_methods"]).toMatchObject({ remoteuser: true });
    const url = "/accounts/login/sso/";
    const method = { name: "remoteuser", display_name: "Kerberos", display_icon: null };
    expect(settings["external_authentication_methods"]).toContainEqual({
      ...method,
      login_url: url,
      signup_url: url,
    });
    await owner.patch("/realm", { authentication_methods: { RemoteUser: false } });
    expect((await passOn(product.url, vouched)).status).toBe(404);
    await owner.patch("/realm", { authentication_methods: { RemoteUser: true } });
  });
});
