import { formPage } from "./form-page.ts";

/**
 * Lets a user confirm a new address: calls `confirmEmailChange`, and only when asked to, since mail programs open links
 * by themselves. The key is behind `#`, so that it reaches no server but in the form.
 */
export const confirmEmailPage = formPage({
  title: "Confirm your e-mail address",
  body: `
<h1>Confirm your e-mail address</h1>
<form><button>Confirm</button></form>
<p role="status"></p>`,
  script: `
const form = document.querySelector("form");
const answer = document.querySelector("[role=status]");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams({ key: location.hash.slice(1) });
  const { result, msg, email } = await (await fetch("/api/v1/settings/email/confirm", { method: "POST", body })).json();
  answer.textContent = result === "success" ? "Your address is now " + email + "." : msg;
  if (result === "success") form.hidden = true;
});
`,
});
