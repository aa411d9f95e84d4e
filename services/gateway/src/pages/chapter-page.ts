import { html } from "@team-chat/html";

import type { Chapter } from "./api-model.ts";
import { layout } from "./layout.ts";
import { operationLink } from "./operation-link.ts";
import { methodMark, operationSection } from "./operation-section.ts";

interface ChapterParts {
  readonly chapter: Chapter;
  readonly chapters: readonly Chapter[];
  /** Begins the addresses in examples. */
  readonly origin: string;
}

/** Makes the page of one noun with its operations, each at an anchor of its name. */
export function chapterPage({ chapter, chapters, origin }: ChapterParts): string {
  const { doc, operations, title } = chapter;
  const links = operations.map(
    (described) =>
      html`<li>
        ${operationLink(described)}
        <span>${methodMark(described.method)} <code>${described.path}</code></span>
      </li>`,
  );
  const main = html`<h1>${title}</h1>
    <p class="lead">${doc}</p>
    <ul class="operations">
      ${links}
    </ul>
    ${operations.map((described) => operationSection(described, origin))}`;
  return layout({ title: `${title} – Team Chat API`, chapter, chapters, main });
}
