import { generateSync } from "otplib";
import type { Page } from "playwright-core";

/** Sets an authenticator app up on the page of second factors, which shows recovery codes then; returns its secret. */
export async function setUpApp(page: Page, password: string): Promise<string> {
  await page.getByRole("link", { name: "Set up an app" }).click();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code that the app shows").fill(generateSync({ secret }));
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  return secret;
}
