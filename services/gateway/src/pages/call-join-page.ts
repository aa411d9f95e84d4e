import { html } from "@team-chat/html";

import { formPage } from "./form-page.ts";
import { logInScript } from "./log-in-script.ts";
import type { Page } from "./page.ts";
import type { Voice } from "./texts/voice.ts";

/** Opens a BigBlueButton call that a link leads to: asks who joins, and calls `joinBigBlueButtonCall`. */
export function callJoinPage(voice: Voice): Page {
  const { calls: words } = voice.texts;
  const body = html`<h1>${words.join}</h1>
    <form>
      <label>
        ${words.name}
        <input name="full_name" autocomplete="name" maxlength="100" />
        <small>${words.guest}</small>
      </label>
      <details>
        <summary>${words.account}</summary>
        <label>${words.email}<input name="email" type="email" autocomplete="username" /></label>
        <label>
          ${words.password}
          <input name="password" type="password" autocomplete="current-password" />
        </label>
      </details>
      <p class="problem" role="alert" dir="auto"></p>
      <button>${words.submit}</button>
    </form>`;
  return formPage({ voice, title: words.join, body, script });
}

const script = `${logInScript}
const form = document.querySelector("form");
const answer = document.querySelector("[role=alert]");
const bigbluebutton = new URLSearchParams(location.search).get("bigbluebutton") ?? "";

async function join({ email, full_name, password }) {
  if (email === "") return post("/calls/bigbluebutton/join", { bigbluebutton, full_name });
  const { headers, problem } = await logIn(email, password);
  return problem ? { msg: problem } : post("/calls/bigbluebutton/join", { bigbluebutton }, headers);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { msg, url } = await join(Object.fromEntries(new FormData(form)));
  answer.textContent = url ? "" : msg;
  if (url) location.assign(url);
});
`;
