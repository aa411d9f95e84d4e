import { hash } from "node:crypto";

import { Html, html, languages } from "@team-chat/html";

import { assetsPath } from "../assets.ts";
import { pageStyle } from "../form-page.ts";
import type { Page } from "../page.ts";
import { sayRefusal } from "../texts/say-refusal.ts";
import type { Voice } from "../texts/voice.ts";

interface AccountPage {
  readonly heading: string;
  /** HTML of what follows the heading. */
  readonly body: Html;
  readonly voice: Voice;
  /** Says why what was tried has failed, as services do, in English; empty when it has not. */
  readonly problem?: string;
  /** Says what has just been done. */
  readonly notice?: string;
  /** True if it shows something that nobody may keep a copy of. */
  readonly isSecret?: true;
  /** Address to which browsers go on at once. */
  readonly leadsTo?: string;
  /** Code that runs where there are scripts, once the page is there; the page works without it. */
  readonly script?: string;
}

const style = `${pageStyle}
.notice{margin:1rem 0 0;padding:.6rem .8rem;border-inline-start:4px solid var(--accent);background:var(--back)}
form.demo{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.5rem}
form.demo button{width:auto;margin:0;padding:.3rem .6rem;font-size:.9rem;font-weight:400;color:var(--text);background:none;border:1px solid var(--line)}
.icon img{width:auto;height:auto;max-width:100%;max-height:100%}
hr{margin:1.75rem 0 1.25rem;border:0;border-top:1px solid var(--line)}
h2{margin:0;font-size:1rem}
a{color:var(--accent)}
a.button:not(.other){color:var(--on-accent)}
.other{margin-top:.75rem;color:var(--text);background:none;border:1px solid var(--line)}
.copied{display:block;margin:1rem 0;padding:.6rem .8rem;background:var(--back);border:1px solid var(--line);border-radius:.45rem;user-select:all}
.notice+p,.problem+p{margin-top:1rem}
.more{margin-top:1.25rem}
.qr{display:block;width:12rem;max-width:100%;margin:1rem auto;border-radius:.45rem;overflow:hidden}
.qr svg{display:block;width:100%}
.codes{direction:ltr;margin:1rem 0;padding-block:.8rem;padding-inline:2.4rem .8rem;background:var(--back);border:1px solid var(--line);border-radius:.45rem}
.codes li{margin:.25rem 0;white-space:nowrap}
section{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--line)}
.plain{margin:1rem 0 0;padding:0;list-style:none}
.plain li{margin:.5rem 0}
`;

const allows = [
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "img-src 'self'",
  "form-action 'self'",
].join("; ");

/** Makes a page of the ways in, which works without scripts: in an organization's name, with one thing to do. */
export function accountPage(given: AccountPage): Page {
  const { body, heading, notice = "", voice, problem = "", script = "" } = given;
  const { language, name } = voice;
  const page = html`<!doctype html>
    <html lang="${language}" dir="${languages[language].direction}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${heading === name ? name : `${heading} · ${name}`}</title>
      ${leadsTo(given.leadsTo)}
      <link rel="icon" href="${assetsPath}/icon.svg" />
      ${new Html(`<style>${style}</style>`)}
      <main>
        <div class="icon" aria-hidden="true">${initial(name)}${picture(voice)}</div>
        <h1>${heading}</h1>
        ${notice === "" ? "" : html`<p class="notice" role="status">${notice}</p>`}
        ${problem === "" ? "" : problemPart(voice, problem)} ${body}
      </main>
      ${script === "" ? "" : new Html(`<script type="module">${script}</script>`)}
    </html>`;
  const shown = {
    type: "text/html; charset=utf-8",
    text: page.text,
    allows: allowing(script),
    isInLanguages: true,
  } as const;
  return given.isSecret === true ? { ...shown, isSecret: true } : shown;
}

function problemPart(voice: Voice, problem: string): Html {
  return html`<p class="problem" role="alert" dir="auto">${sayRefusal(voice, problem)}</p>`;
}

function leadsTo(address: string | undefined): Html {
  if (address === undefined) return html``;
  return html`<meta http-equiv="refresh" content="0; url=${address}" />`;
}

function allowing(script: string): string {
  return script === ""
    ? allows
    : `${allows}; script-src 'sha256-${hash("sha256", script, "base64")}'`;
}

/**
 * Covers the initial, unless the organization has no picture of its own: those that the third-party avatar service
 * draws would tell that service who is about to log in.
 */
function picture({ icon }: Voice): Html {
  if (!icon.startsWith("/")) return html``;
  return html`<img alt="" src="${icon}" />`;
}

function initial(name: string): string {
  return Array.from(name)[0]?.toUpperCase() ?? "";
}
