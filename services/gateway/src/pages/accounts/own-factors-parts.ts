import { type Html, html } from "@team-chat/html";

import { factorsPath } from "../../authentication/factors-path.ts";
import type { Factors } from "../../serving/second-factors.ts";
import type { Voice } from "../texts/voice.ts";

/** Second factors that a page shows, and whose page it is. */
export interface Shown {
  readonly voice: Voice;
  readonly factors: Factors;
}

/** Tells whether somebody has a second factor. */
export function hasFactor({ appSince, passkeys }: Factors): boolean {
  return appSince !== null || passkeys.length > 0;
}

/** Writes a day out, of UNIX seconds. */
export function dateOf(language: string, seconds: number): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return format.format(seconds * 1000);
}

/** Makes the field for the password; empty for people who have none. */
export function passwordField({ confirmedBy, email }: Factors, label: string): Html {
  if (confirmedBy !== "password") return html``;
  return html`<input type="hidden" name="username" autocomplete="username" value="${email}" />
    <label>
      ${label}
      <input name="password" type="password" autocomplete="current-password" required />
    </label>`;
}

/** Leads back to all second factors. */
export function toFactors({ texts }: Voice): Html {
  return html`<p class="more"><a href="${factorsPath}">${texts.secondFactors.back}</a></p>`;
}
