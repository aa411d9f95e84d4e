import { momentOf, t } from "../texts/texts.ts";
import {
  allowedElements,
  allowedFormula,
  allowedFormulaAttributes,
  allowedLink,
  allowedSource,
} from "./allowed.ts";

/** Class of what stands in place of a picture until its thumbnail is there (docs/behaviour/uploads.md#thumbnails). */
const waitingClass = "image-loading-placeholder";
const formulaNamespace = "http://www.w3.org/1998/Math/MathML";

/** Parses HTML into a document of its own, in which nothing runs or loads; only `messageNodes` reads that. */
const inert = window.trustedTypes?.createPolicy("message-html", { createHTML: (html) => html });

/**
 * Makes the nodes of a message out of the HTML that the server rendered. Each node is made anew, and only from elements
 * and attributes of a list, so that nothing else gets into the page whatever the server sent.
 */
export function messageNodes(html: string): DocumentFragment {
  const plainText = /^<p>([^<&]*)<\/p>$/.exec(html)?.[1];
  if (plainText !== undefined) return paragraphOf(plainText);
  // Formulas are full of styles, which are dropped; the parser would report each as against the page's policy.
  const quiet = html.replaceAll(/(<[^<>]*) style="/g, '$1 data-style="');
  const markup = (inert?.createHTML(quiet) ?? quiet) as string;
  const source = new DOMParser().parseFromString(markup, "text/html");
  const made = document.createDocumentFragment();
  made.append(...childrenOf(source.body));
  return made;
}

/** Makes a paragraph of plain words, as most messages are, without the parser, which takes longer than drawing it. */
function paragraphOf(text: string): DocumentFragment {
  const made = document.createDocumentFragment();
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  made.append(paragraph);
  return made;
}

function childrenOf(parent: Node): Node[] {
  return [...parent.childNodes].flatMap(nodesOf);
}

/** Makes what a node becomes; nothing for what is no text and no element that is known. */
function nodesOf(node: Node): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)];
  if (node instanceof HTMLElement) return elementsOf(node);
  if (node.nodeType === Node.ELEMENT_NODE) return formula(node as Element);
  return [];
}

function elementsOf(source: HTMLElement): Node[] {
  const { classList } = source;
  // Formulas come twice: what is drawn with many styles is left out for what browsers draw by themselves.
  if (classList.contains("katex-html")) return [];
  if (classList.contains("spoiler-block")) return [spoiler(source)];
  if (classList.contains("emoji") && source.localName === "span") return [emoji(source)];
  if (source.localName === "time") return [time(source)];
  if (classList.contains(waitingClass)) return [waitingPicture(source)];
  if (classList.contains("message_embed_image")) return [pagePicture(source)];
  if (isElsewhere(source)) return elsewhere(source);
  return [plain(source)];
}

function plain(source: HTMLElement): Node {
  const name = source.localName;
  const attributes = allowedElements[name];
  if (attributes === undefined) return fragment(childrenOf(source));
  const made = document.createElement(name);
  if (source.className !== "") made.className = source.className;
  for (const attribute of attributes) {
    const value = checked(attribute, source.getAttribute(attribute));
    if (value !== undefined) made.setAttribute(attribute, value);
  }
  if (made instanceof HTMLAnchorElement) prepareLink(made);
  if (made instanceof HTMLImageElement) prepareImage(made);
  const alignment = /text-align: (left|right|center)/.exec(source.dataset["style"] ?? "")?.[1];
  if (made instanceof HTMLTableCellElement && alignment !== undefined)
    made.style.textAlign = alignment;
  made.append(...childrenOf(source));
  return made;
}

function checked(attribute: string, value: string | null): string | undefined {
  if (value === null) return undefined;
  if (attribute === "href") return allowedLink(value, location.href);
  if (attribute === "src") return allowedSource(value, location.href);
  return value;
}

/** Tells whether a picture, film or sound is one that the page may not load. */
function isElsewhere(source: HTMLElement): boolean {
  const address = source.getAttribute("src");
  return address !== null && checked("src", address) === undefined;
}

/** Says where a picture, film or sound of another server is: the page loads none of these, but its reader may. */
function elsewhere(source: HTMLElement): Node[] {
  const around = source.closest("a");
  const address = around?.getAttribute("href") ?? source.getAttribute("src") ?? "";
  const url = URL.parse(address, location.href);
  const href = allowedLink(address, location.href);
  if (url === null || href === undefined) return [];
  const text = t("message.elsewhere", { address: `${url.host}${url.pathname}` });
  // The link around it is made by itself.
  if (around !== null) return [document.createTextNode(text)];
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  prepareLink(link);
  return [link];
}

/** Opens what is elsewhere in another tab, and what is here in place. */
function prepareLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute("href") ?? "";
  if (href.startsWith("/#")) link.setAttribute("href", href.slice(1));
  else if (!href.startsWith("#")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
}

/** Keeps the room of a picture before it is there, so that nothing moves when it comes. */
function prepareImage(image: HTMLImageElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches)
    image.src = image.getAttribute("src")?.replace(/-anim(\.webp)$/, "$1") ?? "";
  image.loading = "lazy";
  image.decoding = "async";
  if (!image.hasAttribute("alt")) image.alt = image.title;
  const size = sizeOf(image);
  if (size === null) return;
  image.width = size.width;
  image.height = size.height;
}

function sizeOf(image: HTMLElement): { readonly width: number; readonly height: number } | null {
  const size = /^(\d+)x(\d+)$/.exec(image.dataset["originalDimensions"] ?? "");
  return size === null ? null : { width: Number(size[1]), height: Number(size[2]) };
}

/** Keeps the room of a picture whose thumbnail is still being made. */
function waitingPicture(source: HTMLElement): Node {
  const made = document.createElement("span");
  made.className = waitingClass;
  made.role = "img";
  made.ariaLabel = t("message.waitingPicture");
  const { height, width } = sizeOf(source) ?? { width: 1, height: 1 };
  made.style.setProperty("--picture-width", String(width));
  made.style.setProperty("--picture-height", String(height));
  return made;
}

/** Shows the picture of a linked page, which is a background in what the server renders. */
function pagePicture(source: HTMLElement): Node {
  const made = plain(source) as HTMLElement;
  const written = /url\("([^"]+)"\)/.exec(source.dataset["style"] ?? "")?.[1];
  const address = written === undefined ? undefined : allowedSource(written, location.href);
  if (address === undefined) return document.createDocumentFragment();
  const image = document.createElement("img");
  image.src = address;
  image.alt = "";
  image.loading = "lazy";
  image.decoding = "async";
  made.append(image);
  // The title beside it leads to the same page.
  made.tabIndex = -1;
  made.ariaHidden = "true";
  return made;
}

function formula(source: Element): Node[] {
  if (!allowedFormula.has(source.localName)) return [];
  const made = document.createElementNS(formulaNamespace, source.localName);
  for (const attribute of allowedFormulaAttributes) {
    const value = source.getAttribute(attribute);
    if (value !== null) made.setAttribute(attribute, value);
  }
  made.append(...childrenOf(source));
  return [made];
}

/** Makes a spoiler something that opens by itself, with mouse and keys. */
function spoiler(source: HTMLElement): Node {
  const made = document.createElement("details");
  made.className = "spoiler";
  const summary = document.createElement("summary");
  const header = source.querySelector(":scope > .spoiler-header");
  if (header?.textContent.trim()) summary.append(...childrenOf(header));
  else summary.append(t("message.spoiler"));
  const content = source.querySelector(":scope > .spoiler-content");
  made.append(summary, ...(content === null ? [] : childrenOf(content)));
  return made;
}

/** Draws an emoji by the code points in its class, with the fonts of the system. */
function emoji(source: HTMLElement): Node {
  const made = document.createElement("span");
  made.className = "emoji";
  made.role = "img";
  made.title = source.title;
  made.ariaLabel = source.title;
  const code = /emoji-([\da-f-]+)/.exec(source.className)?.[1];
  made.append(code === undefined ? source.textContent : characterOf(code));
  return made;
}

/** Returns the character of an emoji's code: code points in hexadecimal with dashes. */
export function characterOf(code: string): string {
  return String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
}

function time(source: HTMLElement): Node {
  const made = document.createElement("time");
  const given = source.getAttribute("datetime") ?? "";
  const ms = Date.parse(given);
  made.dateTime = given;
  made.title = source.textContent;
  made.append(Number.isNaN(ms) ? source.textContent : momentOf(ms / 1000));
  return made;
}

function fragment(nodes: readonly Node[]): Node {
  const made = document.createDocumentFragment();
  made.append(...nodes);
  return made;
}
