import { hash } from "node:crypto";

import { assetsPath } from "./assets.ts";
import { pageStyle } from "./form-page.ts";
import { Html, html } from "./html.ts";
import type { Page } from "./page.ts";

interface LogIn {
  readonly realmName: string;
  readonly takesPasswords: boolean;
  /** Addresses of accounts that one click logs in as. */
  readonly demoAccounts: readonly string[];
  /** Says why the last attempt failed; empty when there was none. */
  readonly problem: string;
  /** The address that was given in the last attempt. */
  readonly username: string;
  /** Path within the organization that follows. */
  readonly next: string;
}

const style = `${pageStyle}
form.demo{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.5rem}
form.demo button{width:auto;margin:0;padding:.3rem .6rem;font-size:.9rem;font-weight:400;color:var(--text);background:none;border:1px solid var(--line)}
hr{margin:1.75rem 0 1.25rem;border:0;border-top:1px solid var(--line)}
h2{margin:0;font-size:1rem}
`;

const allows = [
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "img-src 'self'",
  "form-action 'self'",
].join("; ");

/** Makes the page to log in, which works without scripts (docs/behaviour/sessions.md#logging-in). */
export function logInPage(given: LogIn): Page {
  const { problem, realmName } = given;
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Log in to ${realmName}</title>
      <link rel="icon" href="${assetsPath}/icon.svg" />
      ${new Html(`<style>${style}</style>`)}
      <main>
        <div class="icon" aria-hidden="true">${initial(realmName)}</div>
        <h1>Log in to ${realmName}</h1>
        ${problem === "" ? "" : html`<p class="problem" role="alert">${problem}</p>`}
        ${given.takesPasswords ? passwordForm(given) : ""} ${demoForm(given)}
      </main>
    </html>`;
  return { type: "text/html; charset=utf-8", text: page.text, allows };
}

function initial(name: string): string {
  return Array.from(name)[0]?.toUpperCase() ?? "";
}

function passwordForm({ next, username }: LogIn): Html {
  return html`<form method="post">
    ${nextField(next)}
    <label>
      E-mail address
      <input
        name="username"
        type="email"
        autocomplete="username"
        required
        autofocus
        value="${username}"
      />
    </label>
    <label>
      Password
      <input name="password" type="password" autocomplete="current-password" required />
    </label>
    <button>Log in</button>
  </form>`;
}

function demoForm({ demoAccounts, next }: LogIn): Html {
  if (demoAccounts.length === 0) return html``;
  return html`<hr />
    <h2>Demo accounts</h2>
    <p class="soft">One click logs you in. They exist on a development server only.</p>
    <form class="demo" method="post">
      ${nextField(next)}
      ${demoAccounts.map((email) => html`<button name="demo" value="${email}">${email}</button>`)}
    </form>`;
}

function nextField(next: string): Html {
  return next === "" ? html`` : html`<input type="hidden" name="next" value="${next}" />`;
}
