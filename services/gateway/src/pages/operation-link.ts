import { html, type Html } from "@team-chat/html";

import type { Described } from "./described.ts";

/** Links to an operation by what it does; `page` is the page of its noun when that is another one. */
export function operationLink({ operation }: Described, page = ""): Html {
  return html`<a href="${page}#${operation.operationId}">${operation.summary}</a>`;
}
