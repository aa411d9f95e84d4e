import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { Page } from "playwright-core";

/**
 * Starts a real identity provider that sends browsers back to an address; resolves, when it listens, to what ends it.
 */
export async function startIdentityProvider(
  port: number,
  callback: string,
): Promise<() => Promise<void>> {
  const script = join(import.meta.dirname, "identity-provider.mjs");
  const child = spawn(process.execPath, [script, String(port), callback], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return async () => {
    child.kill();
    await once(child, "exit");
  };
}

/** Signs somebody in on the provider's pages, and agrees. */
export async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("anything");
  await page.locator("button[type=submit]").click();
  await page.locator("button[type=submit]").filter({ hasText: "Continue" }).click();
}
