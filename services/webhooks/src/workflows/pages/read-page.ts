import { maxPageDescriptionChars, maxPageTitleChars } from "@team-chat/contract";
import { Parser } from "htmlparser2";
import { z } from "zod";

/** Facts that a page states of itself; empty text and null where it states none. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** Whole address of a picture. */
  readonly picture: string | null;
  /** Whole address where its provider says it in JSON (oEmbed 1.0, section 4). */
  readonly oembed: string | null;
}

/** Elements within each other in no head of a page; up to so many, taking them apart takes time in proportion. */
const maxDepth = 100;
/** Names of the same fact, the one that counts first: of Open Graph, of Twitter cards, of HTML. */
const names = {
  title: ["og:title", "twitter:title"],
  description: ["og:description", "twitter:description", "description"],
  picture: [
    "og:image:secure_url",
    "og:image:url",
    "og:image",
    "twitter:image",
    "twitter:image:src",
  ],
} as const;

/** Reads the head of a page at this address. */
export function readPage(html: string, address: string): PageFacts {
  const { meta, oembed, title } = readHead(html);
  const first = (of: readonly string[]) => of.map((name) => meta.get(name) ?? "").find(Boolean);
  return {
    title: cut(first(names.title) ?? title, maxPageTitleChars),
    description: cut(first(names.description) ?? "", maxPageDescriptionChars),
    picture: webAddress(first(names.picture), address),
    oembed: webAddress(oembed, address),
  };
}

const oembedAnswer = z.looseObject({
  title: z.string().optional(),
  author_name: z.string().optional(),
  thumbnail_url: z.string().optional(),
  type: z.string().optional(),
  url: z.string().optional(),
});

/** Reads what a provider says of a page in JSON; null when that is no oEmbed. */
export function readOembed(json: string, address: string): Omit<PageFacts, "oembed"> | null {
  const answer = oembedAnswer.safeParse(parsed(json));
  if (!answer.success) return null;
  const { author_name: author = "", thumbnail_url: thumbnail, title = "", type, url } = answer.data;
  return {
    title: cut(title, maxPageTitleChars),
    description: cut(author, maxPageDescriptionChars),
    picture: webAddress(thumbnail ?? (type === "photo" ? url : undefined), address),
  };
}

function readHead(html: string) {
  const meta = new Map<string, string>();
  let title = "";
  let oembed: string | undefined;
  let depth = 0;
  let isTitle = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      isTitle = name === "title" && title === "";
      const { content = "", href, rel = "", type = "" } = attributes;
      const fact = (attributes["property"] ?? attributes["name"] ?? "").toLowerCase();
      if (name === "meta" && !meta.has(fact)) meta.set(fact, content.trim());
      if (name === "link" && /\balternate\b/i.test(rel) && type === "application/json+oembed")
        oembed ??= href;
      if (name === "body" || depth > maxDepth) parser.pause();
    },
    ontext: (text) => {
      if (isTitle) title += text;
    },
    onclosetag: () => {
      depth -= 1;
      isTitle = false;
    },
  });
  parser.write(html);
  return { meta, oembed, title };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Returns one line of text, of at most so many characters. */
function cut(text: string, limit: number): string {
  const line = text.toWellFormed().replaceAll("\0", "").replaceAll(/\s+/g, " ").trim();
  const characters = [...line];
  if (characters.length <= limit) return line;
  return `${characters
    .slice(0, limit - 1)
    .join("")
    .trimEnd()}…`;
}

function webAddress(written: string | undefined, base: string): string | null {
  const url = written === undefined || written === "" ? null : URL.parse(written, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
