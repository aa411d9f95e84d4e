import { html } from "@team-chat/html";

import { formPage } from "./form-page.ts";
import { logInScript } from "./log-in-script.ts";
import type { Page } from "./page.ts";
import type { Voice } from "./texts/voice.ts";

/**
 * Receives users whom a provider sends back after they have agreed, in the root organization. Finds the organization of
 * the user, of which the state says no more than the subdomain here, so that it leads to no other host, and calls
 * `completeCallUser` with the verifier of this window.
 */
export function callCompletePage(voice: Voice): Page {
  const { calls: words } = voice.texts;
  const body = html`<h1>${words.register}</h1>
    <p role="status" dir="auto" data-done="${words.done}" data-refused="${words.refused}">
      ${words.wait}
    </p>`;
  return formPage({ voice, title: words.register, body, script });
}

const script = `${logInScript}
const answer = document.querySelector("[role=status]");
const provider = location.pathname.split("/")[2];
const given = new URLSearchParams(location.search);
const state = given.get("state") ?? "";

function subdomainOf(text) {
  try {
    const claims = text.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(claims)).subdomain ?? "";
  } catch {
    return "";
  }
}

async function complete() {
  const verifier = sessionStorage.getItem("calls:" + provider) ?? "";
  sessionStorage.removeItem("calls:" + provider);
  history.replaceState(null, "", location.pathname);
  const code = given.get("code") ?? "";
  const { result, msg } = await post("/calls/" + provider + "/complete", { code, state, verifier });
  answer.textContent = result === "success" ? answer.dataset.done : msg;
}

const subdomain = subdomainOf(state);
if (/^[a-z0-9-]+$/.test(subdomain) && !location.host.startsWith(subdomain + "."))
  location.replace(location.protocol + "//" + subdomain + "." + location.host + location.pathname + location.search);
else if (given.has("error")) answer.textContent = answer.dataset.refused + " " + given.get("error");
else await complete();
`;
