import { type Html, html } from "@team-chat/html";

import { factorsPath } from "../../authentication/factors-path.ts";
import type { Factors } from "../../serving/second-factors.ts";
import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { dateOf, passwordField, type Shown, toFactors } from "./own-factors-parts.ts";
import { passkeyForm, type PasskeyOffer } from "./passkey-pages.ts";
import { passkeyScript } from "./passkey-script.ts";

/** Lists somebody's passkeys, with where they are added and removed. */
export function passkeysSection({ factors, voice }: Shown): Html {
  const { mayChange, passkeys } = factors;
  const words = voice.texts.passkeys;
  const worksAlone = passkeys.some((passkey) => passkey.worksAlone && passkey.otherHost === null);
  return html`<section>
    <h2>${words.heading}</h2>
    <p>${passkeys.length === 0 ? words.none : words.intro} ${worksAlone ? words.alone : ""}</p>
    ${
      passkeys.length === 0
        ? ""
        : html`<ul class="plain">
            ${passkeys.map((passkey) => passkeyItem(voice, { ...passkey, mayChange }))}
          </ul>`
    }
    ${mayChange ? html`<a class="button" href="${factorsPath}passkeys/add">${words.add}</a>` : ""}
  </section>`;
}

type Passkey = Factors["passkeys"][number];

function passkeyItem(voice: Voice, item: Passkey & { readonly mayChange: boolean }): Html {
  const { createdAt, id, lastUsedAt, mayChange, name, otherHost } = item;
  const { language, say, texts } = voice;
  const words = texts.passkeys;
  const since = say(words.since, { date: dateOf(language, createdAt) });
  const used =
    lastUsedAt === null ? words.unused : say(words.used, { date: dateOf(language, lastUsedAt) });
  return html`<li>
    <strong>${name}</strong>
    <small
      >${since} ${used}
      ${otherHost === null ? "" : say(words.elsewhere, { host: otherHost })}</small
    >
    <a href="${factorsPath}passkeys/rename?id=${id}">${say(words.rename, { name })}</a>
    ${
      mayChange
        ? html`<a href="${factorsPath}passkeys/remove?id=${id}">${say(words.remove, { name })}</a>`
        : ""
    }
  </li>`;
}

interface Naming extends Shown {
  /** Name that was given before. */
  readonly name: string;
  readonly problem: string;
}

/** Asks for the name of a new passkey, and for the password. */
export function namePasskeyPage({ factors, name, voice, problem }: Naming): Page {
  const { heading, intro, password, submit } = voice.texts.addPasskey;
  const body = html`<p class="soft">${intro}</p>
    <form method="post" action="${factorsPath}passkeys/add">
      ${nameField(voice, name)} ${passwordField(factors, password)}
      <button>${submit}</button>
    </form>
    ${toFactors(voice)}`;
  return accountPage({ heading, voice, problem, body });
}

function nameField({ texts }: Voice, name: string): Html {
  const { hint, label } = texts.addPasskey;
  return html`<label>
    ${label}
    <input name="name" value="${name}" maxlength="50" autocomplete="off" required autofocus />
    <small>${hint}</small>
  </label>`;
}

interface Renaming extends Pick<Shown, "voice"> {
  readonly passkey: Passkey;
  /** Name that is in the field. */
  readonly name: string;
  readonly problem: string;
}

/** Asks for another name of a passkey. */
export function renamePasskeyPage({ name, passkey, problem, voice }: Renaming): Page {
  const { heading, intro, submit } = voice.texts.renamePasskey;
  const body = html`<p class="soft">${intro}</p>
    <form method="post" action="${factorsPath}passkeys/rename">
      <input type="hidden" name="id" value="${passkey.id}" />
      ${nameField(voice, name)}
      <button>${submit}</button>
    </form>
    ${toFactors(voice)}`;
  const asked = voice.say(heading, { name: passkey.name });
  return accountPage({ heading: asked, voice, problem, body });
}

interface Making extends Pick<Shown, "voice"> {
  readonly offer: PasskeyOffer;
}

/** Has the browser make a passkey. */
export function makePasskeyPage({ offer, voice }: Making): Page {
  const { heading, making, submitMaking: submit } = voice.texts.addPasskey;
  const action = `${factorsPath}passkeys/finish`;
  const body = html`<p class="soft">${making}</p>
    ${passkeyForm(voice, { kind: "create", action, offer, submit })} ${toFactors(voice)}`;
  return accountPage({ heading, voice, body, script: passkeyScript });
}

interface Removing extends Shown {
  readonly passkey: Passkey;
  readonly problem: string;
}

/** Asks whether somebody means it, and for the password. */
export function removePasskeyPage({ factors, voice, passkey, problem }: Removing): Page {
  const { heading, intro, last, password, submit } = voice.texts.removePasskey;
  const isLast = factors.passkeys.length === 1 && factors.appSince === null;
  const body = html`<p class="soft">${isLast ? last : intro}</p>
    <form method="post" action="${factorsPath}passkeys/remove">
      <input type="hidden" name="id" value="${passkey.id}" />
      ${passwordField(factors, password)}
      <button>${submit}</button>
    </form>
    ${toFactors(voice)}`;
  const asked = voice.say(heading, { name: passkey.name });
  return accountPage({ heading: asked, voice, problem, body });
}
