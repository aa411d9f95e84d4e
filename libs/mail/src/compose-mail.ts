import { Html, html, type LanguageCode, languages } from "@team-chat/html";

import type { Quote } from "./quote-of.ts";
import { style } from "./style.ts";

/** Names whom an e-mail comes from: an organization, or the installation. */
export interface LetterHead {
  readonly name: string;
  /** Its address. */
  readonly url: string;
  /** Language of the e-mail. */
  readonly language: LanguageCode;
}

interface Link {
  readonly label: string;
  readonly url: string;
}

/** Something that somebody has said. */
export interface Quotation extends Quote {
  readonly sender: string;
}

/** Says what an e-mail does, without any form. */
export interface Letter {
  readonly subject: string;
  /** Plain sentences, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** Messages of people, each under the name. */
  readonly quotations?: readonly Quotation[];
  /** Said below the quotations: that there are more. */
  readonly after?: string;
  /** Addresses to choose from, each under its name. */
  readonly links?: readonly Link[];
  /** The one thing that the reader is asked to do. */
  readonly action?: Link;
  /** Said last and smaller: how long a link works, what to do when nobody asked for the e-mail. */
  readonly note?: string;
  /** Stands below everything: why the reader gets it, and how to get no more. */
  readonly foot?: { readonly text: string; readonly links: readonly Link[] };
}

/** An e-mail in both of its forms. */
export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sets a letter in the one layout that all e-mail has, as plain text and as HTML (docs/behaviour/mail.md#form). */
export function composeMail(letter: Letter, head: LetterHead): ComposedMail {
  return { subject: letter.subject, text: textOf(letter, head), html: htmlOf(letter, head) };
}

function textOf(letter: Letter, { name, url }: LetterHead): string {
  const { action, after, foot, links = [], note, paragraphs, quotations = [] } = letter;
  const parts = [...paragraphs];
  for (const { sender, text } of quotations) parts.push(`${sender}:\n${indented(text)}`);
  if (after !== undefined) parts.push(after);
  // An address has a line of its own: programs find it there, however long it is.
  for (const link of links) parts.push(addressLine(link));
  if (action !== undefined) parts.push(addressLine(action));
  if (note !== undefined) parts.push(note);
  const last = [`-- \n${name}\n${url}`];
  if (foot !== undefined) last.push(foot.text, ...foot.links.map(addressLine));
  return `${[...parts, ...last].join("\n\n")}\n`;
}

function addressLine({ label, url }: Link): string {
  return `${label}:\n${url}`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?!$)/gm, "  ");
}

const font = "system-ui,-apple-system,'Segoe UI',sans-serif";

function htmlOf(letter: Letter, head: LetterHead): string {
  const { language } = head;
  const { direction } = languages[language];
  const page = html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${letter.subject}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body class="page" dir="${direction}" style="margin:0;padding:0;background:#f6f6f4">
        ${table(
          "",
          html`<td align="center" lang="${language}" dir="${direction}" style="padding:24px 12px">
            ${card(letter, head)}
          </td>`,
        )}
      </body>
    </html>`;
  return `${page.text}\n`;
}

/**
 * Makes a table, which is what mail programs lay out reliably; its style stands beside it, because some remove style
 * sheets.
 */
function table(form: string, cell: Html): Html {
  return html`<table
    role="presentation"
    class="${form === "" ? "" : "card"}"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="${form}"
  >
    <tr>
      ${cell}
    </tr>
  </table>`;
}

function card(letter: Letter, { language, name, url }: LetterHead): Html {
  const { action, after, foot, links = [], note, paragraphs, quotations = [] } = letter;
  const text = html`<td
    class="text"
    dir="${languages[language].direction}"
    style="padding:28px 28px 24px;font:16px/1.5 ${font};color:#1f2328;overflow-wrap:anywhere"
  >
    <p class="soft" style="margin:0 0 20px;font-weight:600;color:#5c646d">${name}</p>
    ${paragraphs.map(paragraph)} ${quotations.map(quotationPart)}
    ${after === undefined ? "" : paragraph(after)} ${links.map(linkPart)}
    ${action === undefined ? "" : actionPart(action)} ${note === undefined ? "" : notePart(note)}
  </td>`;
  const form = "max-width:560px;background:#ffffff;border:1px solid #d5d8dc;border-radius:12px";
  return html`${table(form, text)}
    <p class="soft" style="margin:16px 0 0;font:13px/1.5 ${font};color:#5c646d">
      <a class="soft" href="${url}" style="color:#5c646d">${name}</a>
    </p>
    ${foot === undefined ? "" : footPart(foot)}`;
}

/** Sets a message, whose HTML `quoteOf` has made. */
function quotationPart({ html: said, sender }: Quotation): Html {
  return html`<p class="text" dir="auto" style="margin:20px 0 4px;font-weight:650">${sender}</p>
    <div dir="auto">${new Html(said)}</div>`;
}

function footPart({ links, text }: NonNullable<Letter["foot"]>): Html {
  const written = links.map(
    ({ label, url }, at) =>
      html`${at === 0 ? "" : " · "}<a class="soft" href="${url}" style="color:#5c646d"
          >${label}</a
        >`,
  );
  return html`<p
    class="soft"
    style="max-width:560px;margin:8px 0 0;font:13px/1.5 ${font};color:#5c646d"
  >
    ${text}<br />${written}
  </p>`;
}

function paragraph(text: string): Html {
  return html`<p style="margin:0 0 16px">${text}</p>`;
}

function linkPart({ label, url }: Link): Html {
  return html`<p style="margin:0 0 12px">
    <a class="soft" href="${url}" style="font-weight:600;color:#3b5bdb">${label}</a><br />
    <span class="soft" style="font-size:13px;color:#5c646d">${url}</span>
  </p>`;
}

/** Makes a button with its address below it, for readers who want to see where it leads. */
function actionPart({ label, url }: Link): Html {
  return html`<p style="margin:24px 0">
      <a
        class="button"
        href="${url}"
        style="display:inline-block;padding:11px 22px;border-radius:8px;background:#3b5bdb;color:#ffffff;font-weight:650;text-decoration:none"
        >${label}</a
      >
    </p>
    <p class="soft" style="margin:0 0 16px;font-size:13px;color:#5c646d">
      <a class="soft" href="${url}" style="color:#5c646d">${url}</a>
    </p>`;
}

function notePart(text: string): Html {
  return html`<p class="soft" style="margin:24px 0 0;font-size:14px;color:#5c646d">${text}</p>`;
}
