/** Elements that message HTML may have, with the attributes that are kept besides `class` (docs/behaviour/markdown.md). */
export const allowedElements: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "title"],
  audio: ["src", "controls", "preload", "title"],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ["data-code-language"],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  img: ["src", "alt", "title", "data-original-dimensions"],
  li: [],
  ol: ["start"],
  p: [],
  pre: [],
  span: ["title", "role", "aria-label", "data-user-id", "data-user-group-id"],
  strong: [],
  table: [],
  tbody: [],
  td: [],
  th: [],
  thead: [],
  time: ["datetime"],
  tr: [],
  ul: [],
  video: ["src", "controls", "preload", "title"],
};

/** Elements of formulas, which browsers draw by themselves. */
export const allowedFormula: ReadonlySet<string> = new Set([
  "math",
  "menclose",
  "mfrac",
  "mi",
  "mn",
  "mo",
  "mover",
  "mpadded",
  "mphantom",
  "mroot",
  "mrow",
  "ms",
  "mspace",
  "msqrt",
  "mstyle",
  "msub",
  "msubsup",
  "msup",
  "mtable",
  "mtd",
  "mtext",
  "mtr",
  "munder",
  "munderover",
  "semantics",
]);

export const allowedFormulaAttributes: readonly string[] = [
  "accent",
  "columnalign",
  "columnspacing",
  "display",
  "displaystyle",
  "fence",
  "height",
  "linethickness",
  "lspace",
  "mathvariant",
  "maxsize",
  "minsize",
  "rowspacing",
  "rspace",
  "scriptlevel",
  "separator",
  "stretchy",
  "voffset",
  "width",
];

const schemes = new Set(["http:", "https:", "mailto:", "tel:", "sms:", "ftp:", "xmpp:", "irc:"]);

/** Returns the address of a link if it may be followed, else undefined. */
export function allowedLink(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  return url !== null && schemes.has(url.protocol) ? href : undefined;
}

/** Returns the address of a picture or sound if it may be loaded: from this server alone. */
export function allowedSource(source: string, base: string): string | undefined {
  const url = URL.parse(source, base);
  return url !== null && url.origin === new URL(base).origin ? source : undefined;
}
