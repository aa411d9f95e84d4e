import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";

import { openBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { confirm, openSection, record } from "./sections.ts";
import { openAs, startSite } from "./site.ts";

const stack = new AsyncDisposableStack();
let product: Product;
let page: Page;
let client: Client;

beforeAll(async () => {
  product = stack.use(await startSite());
  const { browser } = stack.use(await openBrowser());
  page = await openAs(browser, product.url, { email: "owner@example.com" });
  page.setDefaultTimeout(10_000);
  client = await Client.login(product.url, "owner@example.com");
});
afterAll(() => stack.disposeAsync());
afterEach(async () => {
  await page.goto(`${product.url}/#inbox`);
  const { legal_hold_exports: kept } = await client.get("/legal_holds/exports");
  for (const { id } of kept as readonly { id: number }[])
    await client.delete(`/legal_holds/exports/${String(id)}`);
});

async function idOf(email: string): Promise<number> {
  const { user } = await client.get(`/users/${email}`);
  return (user as { readonly user_id: number }).user_id;
}

describe("exports of legal holds in the web client (docs/legal-holds.md#asking-for-an-export)", () => {
  test("an export beyond those that are kept is refused in words, and so is deleting what is gone already", async ({
    expect,
  }) => {
    const holds = { user_id: await idOf("admin@example.com"), reason: "Case 22" };
    const { id } = await client.post("/legal_holds", holds);
    await product.database.query(
      `insert into messages.hold_export (realm_id, hold_id, asked_by, state, requested_at, due_at, failed_at)
       select realm_id, id, begun_by, 'failed', now(), now(), now()
       from messages.legal_hold, generate_series(1, 10) where id = $1`,
      [id],
    );
    await openSection(page, "organization/legal-holds", "Legal holds");
    const hold = record(page, "Case 22");
    const failed = hold.getByText("It failed, and is not tried any more.");
    await expect.poll(() => failed.count()).toBe(10);
    await hold.getByRole("button", { name: "Export", exact: true }).click();
    const refused = hold.getByRole("alert");
    await refused.getByText("There can be at most 10 exports of legal holds.").waitFor();
    const { legal_hold_exports: kept } = await client.get("/legal_holds/exports");
    const [{ id: oldest }] = kept as [{ id: number }];
    await client.delete(`/legal_holds/exports/${String(oldest)}`);
    await confirm(hold.locator("li").last(), "Delete");
    await refused.getByText("There is no such export of a legal hold.").waitFor();
    await hold.getByRole("button", { name: "Export", exact: true }).click();
    await hold.getByText("It can be downloaded").waitFor();
  });

  test("an export is refused in words while another is made, appears when it is done, is downloaded and deleted", async ({
    expect,
  }) => {
    const holds = { user_id: await idOf("member@example.com"), reason: "Case 21" };
    await client.post("/legal_holds", holds);
    await openSection(page, "organization/legal-holds", "Legal holds");
    const hold = record(page, "Case 21");
    const ask = hold.getByRole("button", { name: "Export", exact: true });
    await ask.waitFor();
    expect(await page.getByText("Checking an export").count()).toBe(0);
    const link = hold.getByRole("link", { name: "Download" });
    await product.database.withClient(async (held) => {
      await held.query("begin; lock table messages.hold_export_part");
      await ask.press("Enter");
      await hold.getByText("It is being made.").waitFor();
      await ask.press("Enter");
      await hold.getByRole("alert").getByText("An export of a legal hold is under way.").waitFor();
      expect(await link.count()).toBe(0);
      expect(await hold.getByRole("button", { name: "Delete" }).count()).toBe(0);
      await held.query("commit");
    });
    await hold.getByText(/^It can be downloaded: \d+ records?, .*B, as of/).waitFor();
    const downloading = page.waitForEvent("download");
    await link.click();
    const archive = await downloading;
    expect(archive.suggestedFilename()).toMatch(/^hold-export-\d+\.zip$/);
    const bytes = await readFile(await archive.path());
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
    const { export_keys: keys } = await client.get("/export_keys");
    const [{ public_key: key }] = keys as [{ public_key: string }];
    await page.getByText(`npm run verify-export -- FILE --key ${key}`).waitFor();
    const { legal_hold_exports: made } = await client.get("/legal_holds/exports");
    const [{ root }] = made as [{ root: string }];
    await hold.getByText(root).waitFor();
    await confirm(hold, "Delete");
    await link.waitFor({ state: "detached" });
    expect(await client.get("/legal_holds/exports")).toMatchObject({ legal_hold_exports: [] });
  });
});
