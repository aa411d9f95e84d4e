import { html } from "@team-chat/html";

import type { Wanted } from "../../serving/new-organizations.ts";
import type { Page } from "../page.ts";
import type { Voice } from "../texts/voice.ts";
import { accountPage } from "./account-page.ts";
import { newPasswordForm } from "./new-password-form.ts";

/** Address of the page that creates organizations, at the root domain; what belongs to it is below it. */
export const newPath = "/new";

/** Address of the page to which the link in the e-mail leads. */
export const createPath = `${newPath}/create`;

interface Asking {
  readonly voice: Voice;
  readonly wanted: Wanted;
  /** Host below which organizations are found. */
  readonly host: string;
  readonly problem: string;
}

/** Asks what organization somebody wants (docs/behaviour/organization.md#creating-one-on-a-page). */
export function newOrganizationPage({ host, problem, voice, wanted }: Asking): Page {
  const { say, texts } = voice;
  const words = texts.newOrganization;
  const body = html`<p class="soft">${words.intro}</p>
    <form method="post" action="${newPath}">
      <label>
        ${words.name}
        <input
          name="name"
          maxlength="40"
          autocomplete="organization"
          required
          autofocus
          value="${wanted.name}"
        />
      </label>
      <label>
        ${words.subdomain}
        <input
          name="subdomain"
          maxlength="63"
          autocapitalize="none"
          autocomplete="off"
          spellcheck="false"
          required
          value="${wanted.subdomain}"
        />
        <small>${say(words.subdomainHint, { host })}</small>
      </label>
      <label>
        ${words.fullName}
        <input
          name="full_name"
          maxlength="100"
          autocomplete="name"
          required
          value="${wanted.fullName}"
        />
      </label>
      <label>
        ${words.email}
        <input name="email" type="email" autocomplete="email" required value="${wanted.email}" />
        <small>${words.emailHint}</small>
      </label>
      <button>${words.submit}</button>
    </form>`;
  return accountPage({ heading: words.heading, voice, problem, body });
}

/** Says why somebody creates no organization here. */
export function newOrganizationClosedPage(voice: Voice, problem: string): Page {
  const words = voice.texts.newOrganization;
  const body = html`<p class="soft">${words.closed}</p>`;
  return accountPage({ heading: words.heading, voice, problem, body });
}

/** Says that a link was sent. */
export function newOrganizationSentPage(voice: Voice, email: string): Page {
  const { say, texts } = voice;
  const said = texts.newOrganizationSent;
  const body = html`<p>${say(said.body, { email })}</p>
    <p class="more"><a href="${newPath}">${said.again}</a></p>`;
  return accountPage({ heading: said.heading, voice, body });
}

interface Creating {
  readonly voice: Voice;
  readonly email: string;
  readonly name: string;
  readonly url: string;
  readonly problem: string;
}

/** Asks for the password of the owner. */
export function createOrganizationPage({ email, name, problem, url, voice }: Creating): Page {
  const { say, texts } = voice;
  const said = texts.createOrganization;
  const body = html`<p class="soft">${say(said.intro, { url, email })}</p>
    ${newPasswordForm({ action: createPath, email, words: said })}
    <p class="more"><a href="${newPath}">${said.again}</a></p>`;
  const heading = say(said.heading, { name });
  return accountPage({ heading, voice, problem, body });
}

/** Says that a link does not work. */
export function createOrganizationDeadPage(voice: Voice, problem: string): Page {
  const said = voice.texts.createOrganization;
  const body = html`<p class="more"><a href="${newPath}">${said.again}</a></p>`;
  return accountPage({ heading: said.deadHeading, voice, problem, body });
}

type Created = Pick<Creating, "name" | "url" | "voice">;

/** Leads to an organization that was just created. */
export function organizationCreatedPage({ name, url, voice }: Created): Page {
  const { say, texts } = voice;
  const said = texts.organizationCreated;
  const body = html`<p>${say(said.body, { url })}</p>
    <a class="button" href="${url}/login">${said.open}</a>`;
  return accountPage({ heading: say(said.heading, { name }), voice, body });
}
