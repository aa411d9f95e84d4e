import type { Page } from "playwright-core";

import { VirtualAuthenticator } from "./virtual-authenticator.ts";

interface Owner {
  /** Address of the organization. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** Logs somebody in, and has the browser be about to make a passkey. */
export async function beginPasskey(
  page: Page,
  { email, password, url }: Owner,
): Promise<VirtualAuthenticator> {
  const device = await VirtualAuthenticator.add(page);
  await page.goto(`${url}/login?next=/accounts/second-factors/`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("Phone");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Make the passkey" }).waitFor();
  return device;
}

/** Logs somebody in and adds a passkey; the page shows recovery codes then. */
export async function addPasskey(page: Page, owner: Owner): Promise<VirtualAuthenticator> {
  const device = await beginPasskey(page, owner);
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  return device;
}
