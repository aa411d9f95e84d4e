/**
 * Runs on pages with a form that has a passkey made or used: browsers offer that to scripts only. The form holds what
 * the browser is called with, and is sent with what it returns; without scripts it is not shown.
 */
export const passkeyScript = `
const form = document.querySelector("form.passkey");
let asking = new AbortController();

function say(what) {
  for (const one of form.querySelectorAll("[data-when]")) one.hidden = one.dataset.when !== what;
}

function ask(options) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  return form.dataset.kind === "create"
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options), signal })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), signal });
}

async function send() {
  say("");
  try {
    const answer = await ask(JSON.parse(form.dataset.options));
    form.elements.response.value = JSON.stringify(answer);
  } catch ({ name }) {
    // The button was pressed while the browser was still asking.
    if (name === "AbortError") return;
    say(name === "NotAllowedError" || name === "InvalidStateError" ? name : "other");
    return;
  }
  form.submit();
}

document.querySelector("#needs-scripts").hidden = true;
if (window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  if (form.dataset.starts === "true") send();
} else document.querySelector("#no-passkeys").hidden = false;
`;
