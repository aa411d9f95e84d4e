import { createHash } from "node:crypto";

import { Html, html, languages } from "@team-chat/html";

import type { Page } from "./page.ts";
import { type RefusalName, refusalTexts } from "./texts/say-refusal.ts";
import type { Voice } from "./texts/voice.ts";

interface Form {
  readonly voice: Voice;
  readonly title: string;
  /** HTML of the main part of the page. */
  readonly body: Html;
  /** Runs once, when the whole page is there. */
  readonly script: string;
  /** Sources of the pictures that it may show, as in a Content-Security-Policy; none by default. */
  readonly images?: string;
}

/** Refusals of logging in, and of operations of calls. */
const callRefusals: readonly RefusalName[] = [
  "wrongPassword",
  "passwordEnded",
  "passwordsOff",
  "directorySilent",
  "closed",
  "closedWhy",
  "accountEnded",
  "manyPeople",
  "busy",
  "organizationBusy",
  "nameLong",
  "nameShort",
  "nameBad",
  "nameForm",
  "usedUp",
  "noOrganization",
  "callNeedsFactor",
  "callLinkWrong",
  "callLinkOld",
  "callsUnset",
  "callsSilent",
  "callsRefused",
  "callsFailed",
  "callsUnknown",
  "callsElsewhere",
];

/** Makes a page with one form, which may run exactly its script, and call the API of the same origin. */
export function formPage({ title, body, script, voice, images = "'none'" }: Form): Page {
  const hash = createHash("sha256").update(script).digest("base64");
  const allows = `style-src 'unsafe-inline'; script-src 'sha256-${hash}'; connect-src 'self'; img-src ${images}; form-action 'none'`;
  const { language, texts } = voice;
  const { text } = html`<!doctype html>
    <html lang="${language}" dir="${languages[language].direction}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      ${new Html(`<style>${pageStyle}</style>`)}
      <main
        data-silent="${texts.calls.silent}"
        data-refusals="${JSON.stringify(refusalTexts(voice, callRefusals))}"
      >
        ${body}
        <noscript><p class="problem">${texts.calls.needsScripts}</p></noscript>
      </main>
      ${new Html(`<script type="module">${script}</script>`)}
    </html>`;
  return { type: "text/html; charset=utf-8", text, allows, isInLanguages: true };
}

/** Style that gives pages with a form the look of the web client. */
export const pageStyle = `
:root{color-scheme:light dark;--back:#f6f6f4;--card:#fff;--text:#1f2328;--soft:#5c646d;--line:#d5d8dc;--accent:#3b5bdb;--on-accent:#fff;--problem:#b3261e}
@media(prefers-color-scheme:dark){:root{--back:#131517;--card:#1a1d20;--text:#e6e8ea;--soft:#9aa3ad;--line:#3a4047;--accent:#91a7ff;--on-accent:#111a3d;--problem:#ff8a80}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;min-height:100vh;display:grid;place-items:start center;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:27rem;margin:8vh 0 3rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:.9rem;overflow-wrap:anywhere}
@media(max-width:30rem){body{background:var(--card)}main{margin:0;padding:1.5rem 1.25rem;border:0}}
h1{margin:0 0 .25rem;font-size:1.5rem;line-height:1.25}
p{margin:.25rem 0}.button+p{margin-top:1rem}
.soft,small{color:var(--soft)}
small{display:block;margin-top:.25rem;font-size:.85rem}
.icon{position:relative;width:3.5rem;height:3.5rem;margin-bottom:1rem;border-radius:.7rem;overflow:hidden;display:grid;place-items:center;background:var(--accent);color:var(--on-accent);font-size:1.6rem;font-weight:650}
.icon img{position:absolute;inset:0;width:100%;height:100%}
label{display:block;margin:1.1rem 0 0;font-weight:600}
label small{font-weight:400}
input{display:block;width:100%;margin-top:.3rem;padding:.55rem .7rem;font:inherit;font-weight:400;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.45rem}
[dir=rtl] input:is([type=email],[type=password],[name=code],[name=subdomain],[name=username]){direction:ltr;text-align:end}
button,.button{display:block;width:100%;margin-top:1.5rem;padding:.65rem 1rem;font:inherit;font-weight:650;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:0;border-radius:.45rem;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{margin-top:1rem;color:var(--problem)}
code{unicode-bidi:isolate;direction:ltr;font-family:ui-monospace,monospace;font-size:.92em}
`;
