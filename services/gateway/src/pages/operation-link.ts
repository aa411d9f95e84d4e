import type { Described } from "./described.ts";
import { html, type Html } from "./html.ts";

/** A link to an operation by what it does; `page` is that of its noun when it is on another. */
export function operationLink({ operation }: Described, page = ""): Html {
  return html`<a href="${page}#${operation.operationId}">${operation.summary}</a>`;
}
