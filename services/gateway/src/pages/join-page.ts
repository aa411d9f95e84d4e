import { formPage } from "./form-page.ts";

/** Where an invitation is accepted: asks for what `acceptInvite` takes. The key of the invitation is behind `#`, so that it reaches no server but in the form. */
export const joinPage = formPage({
  title: "Join",
  fields: `<label>Name<input name="full_name" autocomplete="name" required></label>
<label>E-mail, unless the invitation was sent there<input name="email" type="email" autocomplete="email"></label>
<label>Password<input name="password" type="password" autocomplete="new-password" required></label>
<button>Join</button>`,
  script: `
const form = document.querySelector("form");
const answer = document.querySelector("output");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  if (!body.get("email")) body.delete("email");
  body.set("key", location.hash.slice(1));
  const { result, msg, email } = await (await fetch("/api/v1/invites/accept", { method: "POST", body })).json();
  answer.textContent = result === "success" ? "Welcome! Log in as " + email + "." : msg;
  if (result === "success") form.hidden = true;
});
`,
});
