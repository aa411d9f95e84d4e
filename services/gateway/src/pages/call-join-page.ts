import { formPage } from "./form-page.ts";
import { logInScript } from "./log-in-script.ts";

/** Opens a BigBlueButton call that a link leads to: asks who joins, and calls `joinBigBlueButtonCall`. */
export const callJoinPage = formPage({
  title: "Join the call",
  body: `
<h1>Join the call</h1>
<form>
<label>Your name<input name="full_name" autocomplete="name" maxlength="100"><small>You join as a guest.</small></label>
<details>
<summary>I have an account here</summary>
<label>E-mail address<input name="email" type="email" autocomplete="username"></label>
<label>Password<input name="password" type="password" autocomplete="current-password"></label>
</details>
<p class="problem" role="alert"></p>
<button>Join</button>
</form>`,
  script: `${logInScript}
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
`,
});
