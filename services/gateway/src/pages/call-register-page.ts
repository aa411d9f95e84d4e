import { formPage } from "./form-page.ts";
import { logInScript } from "./log-in-script.ts";

/**
 * Lets a user agree that calls of a provider are made in their name: calls `registerCallUser`, keeps the verifier for
 * this window, and leads to the provider.
 */
export const callRegisterPage = formPage({
  title: "Calls in your name",
  body: `
<h1>Calls in your name</h1>
<p class="soft">Log in; the provider of the calls then asks you to agree.</p>
<form>
<label>E-mail address<input name="email" type="email" autocomplete="username" required></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<p class="problem" role="alert"></p>
<button>Go on</button>
</form>`,
  script: `${logInScript}
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
`,
});
