import { createHash } from "node:crypto";

/** The key of the invitation is behind `#`, so that it reaches no server but in the form. */
const script = `
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
`;

/** Where an invitation is accepted: asks for what `acceptInvite` takes. */
export const joinPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Join</title>
<style>
:root{color-scheme:light dark}
body{max-width:24rem;margin:4rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}
label{display:block;margin:1rem 0}
input{display:block;width:100%;padding:.4rem;font:inherit;box-sizing:border-box}
</style>
<h1>Join</h1>
<form>
<label>Name<input name="full_name" autocomplete="name" required></label>
<label>E-mail, unless the invitation was sent there<input name="email" type="email" autocomplete="email"></label>
<label>Password<input name="password" type="password" autocomplete="new-password" required></label>
<button>Join</button>
</form>
<output role="status"></output>
<script>${script}</script>
`;

const scriptHash = createHash("sha256").update(script).digest("base64");

/** Lets exactly that script run, and call the API of the same origin. */
export const joinPagePolicy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; connect-src 'self'; form-action 'none'`;
