import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { CertifiedKey } from "@team-chat/testkit";
import type { Page } from "playwright-core";

/**
 * Starts a real identity provider that speaks SAML at a local address, with us at another; resolves, when it listens,
 * to what ends it.
 */
export async function startSamlProvider(
  url: string,
  ours: string,
  keys: CertifiedKey,
): Promise<() => Promise<void>> {
  const script = join(import.meta.dirname, "saml-provider.mjs");
  const child = spawn(process.execPath, [script, url, ours], {
    env: { ...process.env, SAML_KEYS: JSON.stringify(keys) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return async () => {
    child.kill();
    await once(child, "exit");
  };
}

/** Signs somebody in on the provider's pages, which work without scripts. */
export async function signInAtSamlProvider(page: Page, name: string): Promise<void> {
  await page.locator("input[name=name]").fill(name);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator("input[name=SAMLResponse]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Go on" }).click();
}
