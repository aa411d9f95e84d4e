import { type Html, html } from "@team-chat/html";

interface NewPassword {
  /** Path that the form is sent to. */
  readonly action: string;
  /** Address under which password managers keep it. */
  readonly email: string;
  readonly words: { readonly password: string; readonly hint: string; readonly submit: string };
}

/** Makes a form that asks for a new password and nothing else. */
export function newPasswordForm({ action, email, words }: NewPassword): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="username" autocomplete="username" value="${email}" />
    <label>
      ${words.password}
      <input
        name="password"
        type="password"
        autocomplete="new-password"
        required
        autofocus
        minlength="6"
        maxlength="100"
      />
      <small>${words.hint}</small>
    </label>
    <button>${words.submit}</button>
  </form>`;
}
