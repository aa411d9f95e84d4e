import { readExamples } from "@team-chat/api-examples";
import { buildOpenApi, oauthProviders, type Operation } from "@team-chat/contract";

import { callCompletePage } from "../pages/call-complete-page.ts";
import { callJoinPage } from "../pages/call-join-page.ts";
import { callRegisterPage } from "../pages/call-register-page.ts";
import { docsPages } from "../pages/docs-pages.ts";
import { emojiDocument, emojiPath } from "../pages/emoji-document.ts";
import { loadingPath, loadingPicture } from "../pages/loading-picture.ts";
import type { Page } from "../pages/page.ts";

/** Makes all documents that the gateway serves, by path. `origin` begins the addresses in examples of requests. */
export function pagesByPath(
  operations: readonly Operation[],
  origin: string,
): Readonly<Record<string, Page>> {
  const document = buildOpenApi(operations, readExamples());
  return {
    "/api/v1/openapi.json": { type: "application/json", text: `${JSON.stringify(document)}\n` },
    ...docsPages(document, origin),
    "/calls/bigbluebutton/join": callJoinPage,
    ...Object.fromEntries(
      oauthProviders.flatMap((provider) => [
        [`/calls/${provider}/register`, callRegisterPage],
        [`/calls/${provider}/complete`, callCompletePage],
      ]),
    ),
    [emojiPath]: emojiDocument(),
    [loadingPath]: loadingPicture,
  };
}
