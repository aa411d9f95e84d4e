import { type Html, html } from "@team-chat/html";

import type { Chapter } from "./api-model.ts";
import { assetsPath } from "./assets.ts";
import { operationLink } from "./operation-link.ts";

interface Frame {
  readonly title: string;
  readonly chapters: readonly Chapter[];
  /** Is the chapter of the page, whose operations the contents list too. */
  readonly chapter?: Chapter;
  readonly main: Html;
}

/** Lays out a page: search above, contents beside it or, on small screens, below. */
export function layout({ chapter, chapters, main, title }: Frame): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${assetsPath}/docs.css" />
        <link rel="stylesheet" href="${assetsPath}/docs-lists.css" />
      </head>
      <body>
        <header>
          <a class="home" href="/docs">Team Chat API</a>
          <form role="search" action="/docs">
            <input
              type="search"
              name="q"
              aria-label="Search operations"
              placeholder="Search"
              autocomplete="off"
            />
          </form>
          <a class="to-contents" href="#contents">Contents</a>
        </header>
        <main id="top">${main}</main>
        <nav id="contents" aria-label="Contents">
          <ul>
            ${chapters.map((one) => contentsItem(one, chapter))}
          </ul>
        </nav>
        <script src="${assetsPath}/docs.js"></script>
      </body>
    </html> `;
  return page.text;
}

function contentsItem(one: Chapter, current: Chapter | undefined): Html {
  if (one !== current) return html`<li><a href="/docs/${one.name}">${one.title}</a></li>`;
  return html`<li>
    <a href="/docs/${one.name}" aria-current="page">${one.title}</a>
    <ul>
      ${one.operations.map((described) => html`<li>${operationLink(described)}</li>`)}
    </ul>
  </li>`;
}
