import { escapeText, maxHtmlChars, openTag } from "../html.ts";

/** Longest address of a page that is looked up; longer ones carry more than a page's name. */
const maxUrlChars = 2000;
const start = '<div class="message_embed">';
const picture = /(?<=<div class="message_embed">)<a class="message_embed_image"[^>]*><\/a>/g;

/** A page elsewhere, as a message shows what it is about. */
export interface LinkedPage {
  readonly url: string;
  readonly title: string;
  /** Empty if the page says nothing. */
  readonly description: string;
  /** Address of our copy of its picture; null for none. */
  readonly picture: string | null;
}

/** Returns the address by which a link's page is looked up; null if it is none of the public web's, or our own. */
export function pageOf(href: string, realmUrl: string): string | null {
  const url = URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > maxUrlChars) return null;
  if (url.username !== "" || url.password !== "") return null;
  return url.origin === URL.parse(realmUrl)?.origin ? null : url.href;
}

/** Writes what a page is about (docs/behaviour/markdown.md#previews-of-pages). */
export function pageEmbed({ description, picture: address, title, url: href }: LinkedPage): string {
  const style = `background-image: url("${address}")`;
  const image =
    address === null ? "" : `${openTag("a", { class: "message_embed_image", href, style })}</a>`;
  const heading = `<div class="message_embed_title">${openTag("a", { href, title })}${escapeText(title)}</a></div>`;
  const text =
    description === ""
      ? ""
      : `<div class="message_embed_description">${escapeText(description)}</div>`;
  return `${start}${image}<div class="data-container">${heading}${text}</div></div>`;
}

/** Leaves out the pictures of the pages that HTML of ours shows below itself. */
export function withoutPagePictures(html: string): string {
  const end = html.indexOf(`\n${start}`);
  return end < 0 ? html : html.slice(0, end) + html.slice(end).replaceAll(picture, "");
}

/**
 * Shows pages below HTML of ours in place of those that it shows; without any it is what rendering makes of the text.
 * What does not fit is left out.
 */
export function withEmbeds(html: string, embeds: readonly string[]): string {
  // Nothing that somebody writes can look like this: the tags of text are escaped.
  const end = html.indexOf(`\n${start}`);
  let shown = end < 0 ? html : html.slice(0, end);
  for (const embed of embeds) if (shown.length + embed.length < maxHtmlChars) shown += `\n${embed}`;
  return shown;
}
