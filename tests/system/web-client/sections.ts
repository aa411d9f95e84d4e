import type { Locator, Page } from "playwright-core";

/** Opens a section of the settings or of the organization, and waits until its tab is the current one. */
export async function openSection(page: Page, section: string, tab: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#${section}`);
  await page.locator(".tabs [aria-current]", { hasText: tab }).last().waitFor();
}

/** The entry of a list that has this text. */
export function entry(page: Page, text: string): Locator {
  return page.locator(".entries li").filter({ hasText: text });
}

/** The record of a long list that has this text. */
export function record(page: Page, text: string): Locator {
  return page.locator(".records > li").filter({ hasText: text });
}

/** Does within an entry what needs a second press. */
export async function confirm(row: Locator, name: string): Promise<void> {
  await row.getByRole("button", { name, exact: true }).click();
  await row.getByRole("group").getByRole("button", { name, exact: true }).click();
}
