import { newCertificate } from "@team-chat/testkit";
import type { Page } from "playwright-core";
import { describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { Keycloak, openIdMappers, samlMappers } from "./administration.ts";

const keycloak = new Keycloak(process.env["KEYCLOAK_URL"] ?? "http://127.0.0.1:8080");
const [signing, decryption] = [newCertificate(), newCertificate()];
const signingKey = { SAML_PRIVATE_KEY: signing.key, SAML_CERTIFICATE: signing.certificate };
const decryptionKey = {
  SAML_DECRYPTION_KEYS: decryption.key,
  SAML_DECRYPTION_CERTIFICATE: decryption.certificate,
};
const older = {
  "saml.encryption.algorithm": "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
  "saml.encryption.keyAlgorithm": "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
  "saml.encryption.digestMethod": "http://www.w3.org/2000/09/xmldsig#sha1",
};

/** Starts the product with the company's Keycloak, where roles are in the given claim of OpenID Connect or of SAML. */
async function start(more: Readonly<Record<string, string>>) {
  const company = { name: "Company", issuer: keycloak.issuer };
  const mapping = (claim: string) => ({
    role: { claim, values: { "chat-admins": "administrator" } },
    groups: { claim: "groups", values: { dev: "engineers" } },
  });
  const openId = { kind: "keycloak", clientId: "team-chat", clientSecret: "secret" };
  const addresses = { signInUrl: keycloak.samlUrl, logOutUrl: keycloak.samlUrl };
  const certificates = [await keycloak.certificate()];
  const saml = { ...addresses, certificates, idpInitiated: true, mapping: mapping("Role") };
  const product = await startDemo({
    OPENID_PROVIDERS: JSON.stringify([
      { ...company, id: "openid", ...openId, mapping: mapping("realm_access.roles") },
    ]),
    SAML_PROVIDERS: JSON.stringify([{ ...company, id: "saml", ...saml, name: "Company by SAML" }]),
    ...more,
  });
  const owner = await Client.login(product.url, "owner@example.com");
  await owner.post("/user_groups/create", { name: "engineers", description: "", members: [] });
  return product;
}

async function logInAtKeycloak(page: Page, name: string): Promise<void> {
  await page.locator("#username").fill(name);
  await page.locator("#password").fill("secret");
  await page.locator("#kc-login").click();
}

/** Returns who is logged in, with the groups that administrators made. */
async function whoIs(page: Page, url: string) {
  const ask = async (path: string) =>
    (await (await page.request.get(`${url}/api/v1${path}`)).json()) as Record<string, unknown>;
  const me = await ask("/users/me");
  const { user_groups: groups } = await ask("/user_groups");
  const own = ((groups ?? []) as { name: string; members: number[] }[]).filter(
    ({ members, name }) => name === "engineers" && members.includes(Number(me["user_id"])),
  );
  return { ...me, groups: own.map(({ name }) => name) };
}

const known = (name: string) => ({
  full_name: `${name} Example`,
  delivery_email: `${name}@example.com`,
  is_admin: true,
  groups: ["engineers"],
});
const nobody = { code: "UNAUTHORIZED" };

describe("Keycloak by OpenID Connect (docs/accounts.md#single-sign-on-with-openid-connect)", () => {
  test("somebody gets name, role and groups from it, and nobody gets in with an address that it has not verified", async ({
    expect,
  }) => {
    await keycloak.makeRealm(["dora"], ["unproven"]);
    await using product = await start({});
    await keycloak.makeClient({
      clientId: "team-chat",
      protocol: "openid-connect",
      publicClient: false,
      secret: "secret",
      standardFlowEnabled: true,
      directAccessGrantsEnabled: false,
      redirectUris: [`${product.url}/accounts/login/openid/openid/callback`],
      attributes: { "pkce.code.challenge.method": "S256" },
      protocolMappers: openIdMappers(),
    });
    const begin = async (page: Page, name: string) => {
      await page.goto(`${product.url}/login?next=/accounts/second-factors/`);
      await page.getByRole("link", { name: "Sign in with Company", exact: true }).click();
      await logInAtKeycloak(page, name);
    };
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await begin(page, "dora");
      await page.waitForURL(`${product.url}/accounts/second-factors/`);
      expect(await whoIs(page, product.url)).toMatchObject(known("dora"));
    });
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await begin(page, "unproven");
      await page.getByText("Your address is not verified there.").waitFor();
      expect(await whoIs(page, product.url)).toMatchObject(nobody);
    });
  });
});

describe("Keycloak by SAML (docs/accounts.md#single-sign-on-with-saml)", () => {
  test.for([
    ["without keys of ours", {}, { "saml.client.signature": "false" }],
    ["with signed requests", signingKey, {}],
    ["with signed requests and encrypted assertions", { ...signingKey, ...decryptionKey }, {}],
    ["with assertions encrypted as by older ones", { ...signingKey, ...decryptionKey }, older],
  ] as const)(
    "somebody signs in from here and from there %s, and is logged out on both sides",
    async ([, keys, attributes], { expect }) => {
      await keycloak.makeRealm(["sam"], []);
      await using product = await start(keys);
      const address = `${product.url}/accounts/login/saml/saml`;
      const read = await keycloak.readMetadata(await (await fetch(`${address}/metadata`)).text());
      const settings = {
        saml_name_id_format: "persistent",
        saml_idp_initiated_sso_url_name: "chat",
        ...attributes,
      };
      await keycloak.makeClient({
        ...read,
        attributes: { ...(read["attributes"] as object), ...settings },
        protocolMappers: samlMappers(),
      });
      await withBrowser(async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${product.url}/login?next=/accounts/second-factors/`);
        await page.getByRole("link", { name: "Sign in with Company by SAML" }).click();
        await logInAtKeycloak(page, "sam");
        await page.waitForURL(`${product.url}/accounts/second-factors/`);
        expect(await whoIs(page, product.url)).toMatchObject(known("sam"));
        expect(await keycloak.sessionsOf("sam")).toBe(1);
        await page.evaluate(`
          document.body.innerHTML = '<form method="post" action="/logout"><button>Log out</button></form>';
        `);
        await page.getByRole("button", { name: "Log out" }).click();
        await page.getByRole("heading", { name: /^Log in to/ }).waitFor();
        expect(await keycloak.sessionsOf("sam")).toBe(0);
      });
      await withBrowser(async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${keycloak.samlUrl}/clients/chat`);
        await logInAtKeycloak(page, "sam");
        await page.waitForURL(`${product.url}/`);
        expect(await whoIs(page, product.url)).toMatchObject(known("sam"));
        await page.goto(`${keycloak.issuer}/protocol/openid-connect/logout`);
        await page.locator("#kc-logout").click();
        await page.getByText("You are logged out").first().waitFor();
        expect(await keycloak.sessionsOf("sam")).toBe(0);
        expect(await whoIs(page, product.url)).toMatchObject(nobody);
      });
    },
  );
});
