import { readExamples } from "@team-chat/api-examples";
import { buildOpenApi, type Operation } from "@team-chat/contract";

import { docsPages } from "../pages/docs-pages.ts";
import { emojiDocument, emojiPath } from "../pages/emoji-document.ts";
import { loadingPath, loadingPicture } from "../pages/loading-picture.ts";
import type { Page } from "../pages/page.ts";

/**
 * Makes all documents that are the same for everybody, by path. `origin` begins the addresses in examples of requests.
 */
export function pagesByPath(
  operations: readonly Operation[],
  origin: string,
): Readonly<Record<string, Page>> {
  const document = buildOpenApi(operations, readExamples());
  return {
    "/api/v1/openapi.json": { type: "application/json", text: `${JSON.stringify(document)}\n` },
    ...docsPages(document, origin),
    [emojiPath]: emojiDocument(),
    [loadingPath]: loadingPicture,
  };
}
