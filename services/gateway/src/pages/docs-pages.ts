import type { OpenApiDocument } from "@team-chat/contract";

import { chaptersOf } from "./api-model.ts";
import { chapterPage } from "./chapter-page.ts";
import { indexPage } from "./index-page.ts";
import type { Page } from "./page.ts";

const allows = "style-src 'self'; script-src 'self'; form-action 'self'";

/** Makes the pages of the description of the API, by path: an index, and one for each noun. */
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
  for (const [path, text] of texts)
    pages[path] = { type: "text/html; charset=utf-8", text, allows };
  return pages;
}
