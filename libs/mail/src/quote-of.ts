import { findLanguage, Html, html, type LanguageCode } from "@team-chat/html";
import { convert } from "html-to-text";
import { type DefaultTreeAdapterTypes as Tree, parseFragment } from "parse5";

import { ar } from "./quote-texts/ar.ts";
import { en, type QuoteTexts } from "./quote-texts/en.ts";

/** Longest HTML of a message that is looked at, in characters; what is behind it is left out. */
const maxHtmlCharacters = 12_000;
/** Longest text of a quotation, in characters. */
const maxTextCharacters = 4000;
const more = "…";
const textsByLanguage: Readonly<Record<LanguageCode, QuoteTexts>> = { en, ar };

/** Somebody for whom a message is quoted. */
interface Reader {
  /** Address of the organization. */
  readonly url: string;
  /** Codes of `default_language`, of which the first counts that e-mail is written in. */
  readonly languages: readonly string[];
}

/** Text of a message, for an e-mail. */
export interface Quote {
  /** Loads nothing, runs nothing, and has whole addresses. */
  readonly html: string;
  readonly text: string;
}

/**
 * Sets the rendered HTML of a message for e-mail. Nothing of it is passed on as it came: what is known is written anew,
 * of everything else only its text. Pictures become links, so that opening the e-mail tells nobody anything; what a
 * spoiler hides stays hidden (docs/behaviour/mail.md#missed-messages).
 */
export function quoteOf(rendered: string, { languages, url }: Reader): Quote {
  const rest = rendered.length > maxHtmlCharacters ? html`<p>${more}</p>` : html``;
  const language = findLanguage(...languages) ?? "en";
  const parsed = parseFragment(rendered.slice(0, maxHtmlCharacters));
  const written = `${inner(parsed, { base: `${url}/`, texts: textsByLanguage[language] }).text}${rest.text}`;
  return { html: written, text: textOf(written) };
}

function textOf(written: string): string {
  const text = convert(written, {
    wordwrap: false,
    selectors: [
      { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["<", ">"] } },
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
  const characters = [...text];
  return characters.length <= maxTextCharacters
    ? text
    : `${characters.slice(0, maxTextCharacters).join("")}${more}`;
}

const rule = "1px solid rgba(128,128,128,.4)";
const mono = "font-family:ui-monospace,Menlo,Consolas,monospace";
const shade = "background:rgba(128,128,128,.15)";
const cell = `padding:4px 8px;border:${rule}`;
const paragraph = "margin:0 0 12px";
const code = `${mono};font-size:14px;${shade}`;

/** Elements that are kept, and their style: some mail programs remove style sheets. */
const kept: Readonly<Record<string, string>> = {
  blockquote: "margin:0 0 12px;padding:0 12px;border-inline-start:3px solid rgba(128,128,128,.4)",
  code,
  del: "",
  em: "",
  h1: "margin:0 0 12px;font-size:18px",
  h2: "margin:0 0 12px;font-size:18px",
  h3: "margin:0 0 12px;font-size:17px",
  h4: "margin:0 0 12px;font-size:16px",
  h5: "margin:0 0 12px;font-size:16px",
  h6: "margin:0 0 12px;font-size:16px",
  li: "",
  ol: "margin:0 0 12px;padding-inline-start:24px",
  p: paragraph,
  pre: `margin:0 0 12px;padding:8px 12px;white-space:pre-wrap;${shade}`,
  strong: "",
  table: "margin:0 0 12px;border-collapse:collapse",
  tbody: "",
  td: cell,
  th: cell,
  thead: "",
  tr: "",
  ul: "margin:0 0 12px;padding-inline-start:24px",
};
const silent = new Set(["annotation", "script", "style", "template"]);
const empty: Readonly<Record<string, Html>> = {
  br: html`<br />`,
  hr: new Html(`<hr style="border:0;border-top:${rule}" />`),
};
/** Address and texts that the written form depends on. */
interface Form {
  /** Address that others are relative to. */
  readonly base: string;
  readonly texts: QuoteTexts;
}

const previewClass = "message_inline_image";

function inner(node: Tree.ParentNode, form: Form): Html {
  return html`${node.childNodes.map((child) => write(child, form))}`;
}

function write(node: Tree.ChildNode, form: Form): Html {
  if (node.nodeName === "#text" && "value" in node) return html`${node.value}`;
  if (!("tagName" in node) || silent.has(node.tagName)) return html``;
  const { tagName } = node;
  return (
    empty[tagName] ??
    special(node, form) ??
    (kept[tagName] === undefined ? inner(node, form) : element(node, form))
  );
}

/** Writes what looks different in e-mail than in a client; null for everything else. */
function special(node: Tree.Element, form: Form): Html | null {
  const classes = (attribute(node, "class") ?? "").split(" ");
  if (classes.includes("spoiler-content"))
    return html`<p style="${paragraph}">${form.texts.hidden}</p>`;
  if (classes.includes("katex")) return html`<code style="${code}">${formulaOf(node)}</code>`;
  if (classes.includes(previewClass)) return preview(node, form);
  // What a page says of itself is nothing that the sender has written.
  if (classes.includes("message_embed")) return html``;
  if (classes.includes("emoji")) return html`${emojiOf(node, classes)}`;
  if (attribute(node, "aria-hidden") === "true") return html``;
  switch (node.tagName) {
    case "a":
      return link(attribute(node, "href"), inner(node, form), form);
    case "audio":
    case "video":
      return link(attribute(node, "src"), html`${titleOf(node)}`, form);
    case "img":
      return html`${titleOf(node)}`;
    default:
      return null;
  }
}

function element(node: Tree.Element, form: Form): Html {
  const { tagName } = node;
  const isInBlock = tagName === "code" && node.parentNode?.nodeName === "pre";
  const style = isInBlock ? mono : (kept[tagName] ?? "");
  const start = tagName === "ol" ? Number(attribute(node, "start") ?? 1) : 1;
  const counted = Number.isSafeInteger(start) && start !== 1 ? ` start="${start}"` : "";
  const styled = style === "" ? "" : ` style="${style}"`;
  return new Html(`<${tagName}${counted}${styled}>${inner(node, form).text}</${tagName}>`);
}

/** Writes a link to a whole address; only its text where the address is none that a reader would want to open. */
function link(href: string | null, content: Html, form: Form): Html {
  const url = href === null ? null : URL.parse(href, form.base);
  if (url === null || !/^(?:https?|mailto):$/.test(url.protocol)) return content;
  return html`<a href="${url.href}" style="color:#3b5bdb" class="link">${content}</a>`;
}

/** Writes a link in place of a picture. */
function preview(node: Tree.Element, form: Form): Html {
  const anchor = node.childNodes.find((child) => child.nodeName === "a");
  if (anchor === undefined || !("attrs" in anchor)) return html``;
  return html`<p style="${paragraph}">
    ${link(attribute(anchor, "href"), html`${titleOf(anchor)}`, form)}
  </p>`;
}

/** Names a picture, or a recording. */
function titleOf(node: Tree.Element): string {
  const named = attribute(node, "title") ?? attribute(node, "alt") ?? "";
  if (named !== "") return named;
  const path = (attribute(node, "href") ?? attribute(node, "src") ?? "").replace(/[?#].*$/s, "");
  return path.split("/").at(-1) ?? "";
}

/** Returns the character of an emoji; its name for those that organizations have of their own. */
function emojiOf(node: Tree.Element, classes: readonly string[]): string {
  const written = classes.map((name) => /^emoji-([\da-f]+(?:-[\da-f]+)*)$/.exec(name)?.[1]);
  const points = written
    .find(Boolean)
    ?.split("-")
    .map((point) => Number.parseInt(point, 16));
  if (points === undefined) return attribute(node, "alt") ?? plain(node);
  return points.every((point) => point <= 0x10_ff_ff)
    ? String.fromCodePoint(...points)
    : plain(node);
}

/** Returns what a formula was written as. */
function formulaOf(node: Tree.Element): string {
  return plain(find(node, "annotation") ?? node);
}

function find(node: Tree.ParentNode, tagName: string): Tree.Element | undefined {
  for (const child of node.childNodes) {
    if (!("tagName" in child)) continue;
    const found = child.tagName === tagName ? child : find(child, tagName);
    if (found !== undefined) return found;
  }
  return undefined;
}

function plain(node: Tree.Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map((child) => plain(child)).join("") : "";
}

function attribute(node: Tree.Element, name: string): string | null {
  return node.attrs.find((one) => one.name === name)?.value ?? null;
}
