import { html } from "@team-chat/html";

import { formPage } from "./form-page.ts";
import { logInScript } from "./log-in-script.ts";
import type { Page } from "./page.ts";
import type { Voice } from "./texts/voice.ts";

/**
 * Lets a user agree that calls of a provider are made in their name: calls `registerCallUser`, keeps the verifier for
 * this window, and leads to the provider.
 */
export function callRegisterPage(voice: Voice): Page {
  const { calls: words } = voice.texts;
  const body = html`<h1>${words.register}</h1>
    <p class="soft">${words.registerIntro}</p>
    <form>
      <label>
        ${words.email}
        <input name="email" type="email" autocomplete="username" required />
      </label>
      <label>
        ${words.password}
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <p class="problem" role="alert" dir="auto"></p>
      <button>${words.goOn}</button>
    </form>`;
  return formPage({ voice, title: words.register, body, script });
}

const script = `${logInScript}
const form = document.querySelector("form");
const answer = document.querySelector("[role=alert]");
const provider = location.pathname.split("/")[2];

async function register({ email, password }) {
  const { headers, problem } = await logIn(email, password);
  return problem ? { msg: problem } : post("/calls/" + provider + "/register", {}, headers);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { msg, url, verifier } = await register(Object.fromEntries(new FormData(form)));
  answer.textContent = url ? "" : msg;
  if (!url) return;
  sessionStorage.setItem("calls:" + provider, verifier);
  location.assign(url);
});
`;
