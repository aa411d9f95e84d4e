import { findFreePort } from "@team-chat/servers";
import { newCertificate } from "@team-chat/testkit";
import { generateSync } from "otplib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser } from "../browser.ts";
import { Constellation } from "../constellation.ts";
import { addPasskey, beginPasskey } from "./add-passkey.ts";
import { desktopBridge } from "./desktop-bridge.ts";
import { setUpApp } from "./set-up-app.ts";
import { signInAtProvider, startIdentityProvider } from "./start-identity-provider.ts";
import { signInAtSamlProvider, startSamlProvider } from "./start-saml-provider.ts";
import { VirtualAuthenticator } from "./virtual-authenticator.ts";

const stack = new AsyncDisposableStack();
const password = "correct-horse-battery";
const factors = "/accounts/second-factors/";
let constellation: Constellation;
let url: string;
let begun: Awaited<ReturnType<typeof beginEverything>>;
const withPasskey = "member@example.com";

/** Ends the processes that have begun everything with SIGKILL, and has others in their places. */
async function replaceProcesses(): Promise<void> {
  for (const name of ["gateway", "users"] as const) {
    await constellation.process(name).kill();
    await constellation.process(`${name}-2`).start();
  }
}

beforeAll(async () => {
  const issuer = `http://127.0.0.1:${String(await findFreePort())}`;
  const samlUrl = `http://127.0.0.1:${String(await findFreePort())}`;
  const key = newCertificate();
  const company = { id: "company", name: "Company", issuer, clientId: "chat" };
  const addresses = { signInUrl: `${samlUrl}/sign-in`, logOutUrl: `${samlUrl}/log-out` };
  const directory = { id: "directory", name: "Directory", issuer: samlUrl, ...addresses };
  constellation = stack.use(
    await Constellation.start(undefined, {
      isPaired: true,
      more: {
        OPENID_PROVIDERS: JSON.stringify([{ ...company, clientSecret: "secret" }]),
        SAML_PROVIDERS: JSON.stringify([{ ...directory, certificates: [key.certificate] }]),
      },
    }),
  );
  ({ url } = constellation);
  const logInUrl = `${url}/accounts/login`;
  const { port } = new URL(issuer);
  stack.defer(await startIdentityProvider(Number(port), `${logInUrl}/openid/company/callback`));
  stack.defer(await startSamlProvider(samlUrl, `${logInUrl}/saml/directory`, key));
  begun = await beginEverything();
  await replaceProcesses();
});
afterAll(() => stack[Symbol.asyncDispose]());

const cookiesOf = async (page: Page) => (await page.context().cookies(url)).map(({ name }) => name);

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/login?next=${factors}`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Opens a browser of somebody else's. */
async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  return await stack.use(await openBrowser(options)).browser.newPage();
}

async function beginAtProvider(name: string, field: string): Promise<Page> {
  const page = await newPage();
  await page.goto(`${url}/login?next=/docs`);
  await page.getByRole("link", { name: `Sign in with ${name}` }).click();
  await page.locator(`input[name=${field}]`).waitFor();
  return page;
}

async function beginDesktop() {
  const app = await newPage();
  const { decrypt, paste } = await desktopBridge(app);
  await app.goto(`${url}/login?next=/docs`);
  const opened = app.context().waitForEvent("page");
  await app.getByRole("link", { name: "Sign in with Company" }).click();
  const page = await opened;
  await signInAtProvider(page, "dora");
  const token = decrypt(await page.locator("code").innerText());
  return { app, paste: () => paste(token) };
}

/** Has somebody use a passkey alone, whose browser sends what the device has signed only when it is told to. */
async function beginAlone(email: string) {
  const device = await addPasskey(await newPage(), { url, email, password });
  const page = await newPage();
  await (await VirtualAuthenticator.add(page)).take(await device.kept());
  const signed = Promise.withResolvers<void>();
  const announced = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().method() === "POST") {
      signed.resolve();
      await announced.promise;
    }
    await route.continue();
  });
  await page.goto(`${url}/login/passkey?next=${factors}`);
  await signed.promise;
  return { page, send: announced.resolve };
}

/** Has somebody with a passkey begin to log in with it, and with a recovery code. */
async function beginPasskeys() {
  const first = await newPage();
  const device = await addPasskey(first, { url, email: withPasskey, password });
  const code = await first.getByRole("listitem").first().innerText();
  const other = await newPage();
  await (await VirtualAuthenticator.add(other)).take(await device.kept());
  await logIn(other, withPasskey);
  const recovering = await newPage();
  await logIn(recovering, withPasskey);
  await recovering.getByLabel("Recovery code").fill(code);
  await other.getByRole("button", { name: "Use a passkey" }).waitFor();
  return { other, recovering };
}

/** Has somebody set an authenticator app up, and begin to log in with the password; returns the secret of the app. */
async function beginApp(email: string) {
  const first = await newPage();
  await logIn(first, email);
  const secret = await setUpApp(first, password);
  const page = await newPage({ javaScriptEnabled: false });
  await logIn(page, email);
  await page.getByRole("heading", { name: "One step more" }).waitFor();
  return { page, secret };
}

async function beginReset(): Promise<Page> {
  const page = await newPage({ javaScriptEnabled: false });
  const printed = await constellation.realm("reset-link", "", "member2@example.com");
  await page.goto(/http:\S+\/accounts\/password\/reset\/\w{32}/.exec(printed)?.[0] ?? "");
  await page.getByLabel("New password").fill("another-long-secret");
  return page;
}

async function beginAdding(email: string): Promise<Page> {
  const page = await newPage();
  await beginPasskey(page, { url, email, password });
  return page;
}

const beginEverything = async () => ({
  ...(await beginPasskeys()),
  app: await beginApp("admin@example.com"),
  // Of somebody else: a device that has signed less than is known is taken for a copy.
  alone: await beginAlone("owner@example.com"),
  adding: await beginAdding("moderator@example.com"),
  openId: await beginAtProvider("Company", "login"),
  saml: await beginAtProvider("Directory", "name"),
  desktop: await beginDesktop(),
  reset: await beginReset(),
});

describe("what processes have begun that were killed is finished by others (docs/subsystems/gateway.md)", () => {
  test("a sign-in with OpenID Connect goes on", async ({ expect }) => {
    const { openId: page } = begun;
    await signInAtProvider(page, "dirk");
    await page.waitForURL(`${url}/docs`);
    expect(await cookiesOf(page)).toEqual(["session", "session-fingerprint"]);
  });

  test("a sign-in with SAML goes on", async ({ expect }) => {
    const { saml: page } = begun;
    await signInAtSamlProvider(page, "sam");
    await page.waitForURL(`${url}/docs`);
    expect(await cookiesOf(page)).toEqual(["session", "session-fingerprint"]);
  });

  test("what somebody has copied for the desktop app is taken", async ({ expect }) => {
    const { app, paste } = begun.desktop;
    await paste();
    await app.waitForURL(`${url}/docs`);
    expect(await cookiesOf(app)).toEqual(["session", "session-fingerprint"]);
  });

  test("a passkey after a password, and a recovery code instead, are taken", async ({ expect }) => {
    const { other, recovering } = begun;
    await other.getByRole("button", { name: "Use a passkey" }).click();
    await other.waitForURL(`${url}${factors}`);
    expect(await cookiesOf(other)).toEqual(["session", "session-fingerprint"]);
    await recovering.getByRole("button", { name: "Log in", exact: true }).click();
    await recovering.getByText("Codes that you have left: 9.").waitFor();
    expect(await cookiesOf(recovering)).toEqual(["session", "session-fingerprint"]);
  });

  test("a code of an authenticator app after a password is taken", async ({ expect }) => {
    const { page, secret } = begun.app;
    // No code of the time is taken with which the app was set up, and one of the next half minute is.
    const epoch = Math.floor(Date.now() / 1000) + 30;
    await page.locator("input[name=code]").fill(generateSync({ secret, epoch }));
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.waitForURL(`${url}${factors}`);
    expect(await cookiesOf(page)).toEqual(["session", "session-fingerprint"]);
  });

  test("a passkey alone is taken", async ({ expect }) => {
    const { page, send } = begun.alone;
    send();
    await page.waitForURL(`${url}${factors}`);
    expect(await cookiesOf(page)).toEqual(["session", "session-fingerprint"]);
  });

  test("a passkey that is being made is added", async ({ expect }) => {
    const { adding: page } = begun;
    await page.getByRole("button", { name: "Make the passkey" }).click();
    await page.getByRole("listitem").first().waitFor();
    await page.goto(`${url}${factors}`);
    expect(await page.getByRole("link", { name: "Remove Phone" }).count()).toBe(1);
  });

  test("a password is set by the page of a link that was opened before", async ({ expect }) => {
    const { reset: page } = begun;
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("Your password is set. Log in with it.").waitFor();
    expect(await cookiesOf(page)).toEqual([]);
  });
});
