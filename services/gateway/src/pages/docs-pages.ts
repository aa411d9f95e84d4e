import { createHash } from "node:crypto";

import type { OpenApiDocument } from "@team-chat/contract";

import { chaptersOf } from "./api-model.ts";
import { chapterPage } from "./chapter-page.ts";
import { indexPage } from "./index-page.ts";
import { searchScript } from "./search-script.ts";

type Page = readonly [type: string, text: string, policy: string];

const hash = createHash("sha256").update(searchScript).digest("base64");
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; form-action 'self'`;

/** The pages that show the API's description, by path: an index, and one for each noun. They need nothing from elsewhere. */
export function docsPages(
  document: OpenApiDocument,
  origin: string,
): Readonly<Record<string, Page>> {
  const chapters = chaptersOf(document);
  const version = String(document.info["version"]);
  const texts = new Map([["/docs", indexPage({ chapters, origin, version })]]);
  for (const chapter of chapters)
    texts.set(`/docs/${chapter.name}`, chapterPage({ chapter, chapters, origin }));
  const pages: Record<string, Page> = {};
  for (const [path, text] of texts) pages[path] = ["text/html; charset=utf-8", text, policy];
  return pages;
}
