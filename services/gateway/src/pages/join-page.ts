import { formPage } from "./form-page.ts";

/**
 * Accepts an invitation: shows what `previewInvite` tells of it, and asks for what `acceptInvite` takes. The key of the
 * invitation is behind `#`, so that it reaches no server but in the bodies of these two requests.
 */
export const joinPage = formPage({
  title: "Join",
  // Logos are drawn by the third-party avatar service.
  images: "'self' https://secure.gravatar.com",
  body: `
<div class="icon" id="icon" aria-hidden="true" hidden></div>
<h1 id="title">Looking at the invitation</h1>
<p id="about" class="soft" role="status">One moment.</p>
<p id="expiry" class="soft" hidden></p>
<form hidden>
<label>Your name<input name="full_name" autocomplete="name" required minlength="2" maxlength="100"><small>Everybody in the organization sees it.</small></label>
<label id="address">E-mail address<input name="email" type="email" autocomplete="email" required><small>You log in with it.</small></label>
<label>Password<input name="password" type="password" autocomplete="new-password" required minlength="6" maxlength="100"><small>At least 6 characters, and not one that is easily guessed.</small></label>
<p class="problem" id="problem" role="alert" hidden></p>
<button>Join</button>
</form>
<a class="button" id="open" hidden></a>
<p class="soft" id="apps" hidden></p>`,
  script: `
const at = (id) => document.getElementById(id);
const form = document.querySelector("form");
const button = form.querySelector("button");
const key = location.hash.slice(1);

function show(id, text) {
  at(id).textContent = text;
  at(id).hidden = false;
}

async function post(path, fields) {
  try {
    const response = await fetch("/api/v1" + path, { method: "POST", body: new URLSearchParams(fields) });
    return await response.json();
  } catch {
    return { result: "error", msg: "The server does not answer. Try again in a moment." };
  }
}

function refuse({ code, msg }) {
  if (code === "PASSWORD_AUTH_DISABLED") {
    show("title", "Join by signing in");
    show("about", "This organization takes no passwords. Sign in with the account that you have there.");
    at("open").href = "/login";
    show("open", "Go to the log-in");
    return;
  }
  show("title", "This invitation cannot be used");
  show("about", msg + " Ask whoever invited you for a new one.");
}

function offer(invitation) {
  const { realm_name: name, realm_icon: icon, inviter_full_name: inviter, email, expiry_date: expiry } = invitation;
  document.title = "Join " + name;
  show("icon", Array.from(name)[0].toUpperCase());
  const picture = document.createElement("img");
  picture.alt = "";
  picture.addEventListener("error", () => picture.remove());
  picture.src = icon;
  at("icon").append(picture);
  show("title", "Join " + name);
  show("about", inviter + " invited you" + (email === null ? "." : " as " + email + "."));
  if (expiry !== null) {
    const when = new Date(expiry * 1000).toLocaleString([], { dateStyle: "long", timeStyle: "short" });
    show("expiry", "The invitation works until " + when + ".");
  }
  if (email !== null) at("address").remove();
  button.textContent = "Join " + name;
  form.hidden = false;
  form.elements.full_name.focus();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void join(invitation);
  });
}

async function logIn(fields) {
  try {
    const response = await fetch("/login", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    return response.type === "opaqueredirect";
  } catch {
    return false;
  }
}

async function join({ realm_name: name, realm_url: url }) {
  at("problem").hidden = true;
  button.disabled = true;
  const answer = await post("/invites/accept", [...new FormData(form), ["key", key]]);
  button.disabled = false;
  if (answer.result !== "success") {
    show("problem", answer.msg);
    return;
  }
  const password = form.elements.password.value;
  const isIn = await logIn({ username: answer.email, password });
  const person = form.elements.full_name.value.trim();
  form.hidden = true;
  at("expiry").hidden = true;
  show("title", "Welcome to " + name + ", " + person);
  const howTo = " Log in as " + answer.email + " with your password.";
  show("about", "Your account is ready." + (isIn ? "" : howTo));
  at("open").href = url + "/";
  show("open", "Open " + name);
  show("apps", "In an app, the address of the organization is " + url);
}

const invitation = await post("/invites/preview", [["key", key]]);
if (invitation.result === "success") offer(invitation);
else refuse(invitation);
`,
});
