import type { Response } from "express";

import type { Organization } from "../pages/accounts/account-page.ts";
import type { Page } from "../pages/page.ts";
import type { PublicSettings } from "../serving/visits.ts";
import { sendPage } from "./send-page.ts";

/** Sends a page that has a form: its browser names the origin in what the form sends, and tells no other site of it. */
export function showFormPage(res: Response, page: Page): void {
  res.setHeader("Referrer-Policy", "same-origin");
  sendPage(page)(res.req, res, () => undefined);
}

/** Returns what pages show of the organization. */
export function organizationOf(settings: PublicSettings): Organization {
  return { name: settings.realm_name ?? "", icon: settings.realm_icon ?? "" };
}
