import { readExamples } from "@team-chat/api-examples";
import { externalScheme } from "@team-chat/config";
import { buildOpenApi, type Operation } from "@team-chat/contract";
import express, { type RequestHandler, type Router } from "express";

import type { GatewayConfig } from "../config.ts";
import { docsPages } from "../pages/docs-pages.ts";
import { emojiDocument, emojiPath } from "../pages/emoji-document.ts";
import { loadingPath, loadingPicture } from "../pages/loading-picture.ts";
import type { Page } from "../pages/page.ts";
import { onlyGet } from "./methods.ts";
import { sendPage } from "./show-page.ts";

const openApiPath = "/api/v1/openapi.json";

/**
 * Answers for all documents that are the same for everybody. The names of emoji and the description of the API are made
 * when somebody asks for them first: they take up to half a second of the processor, for which no start is to wait.
 */
export function createDocuments(operations: readonly Operation[], config: GatewayConfig): Router {
  // Each document has one address, as each operation has.
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.all(emojiPath, onlyGet, sendLate(emojiDocument));
  routes.all(loadingPath, onlyGet, sendPage(loadingPicture));
  let described: ReadonlyMap<string, RequestHandler> | undefined;
  // As an expression without groups: of parts that a path names, Express decodes each, and fails where it cannot.
  routes.all(/^\/(?:docs|api\/v1\/openapi\.json)/, (req, res, next) => {
    described ??= description(operations, `${externalScheme(config)}://${config.EXTERNAL_HOST}`);
    const send = described.get(req.path);
    if (send === undefined) next();
    else
      onlyGet(req, res, () => {
        void send(req, res, next);
      });
  });
  return routes;
}

function sendLate(make: () => Page): RequestHandler {
  let send: RequestHandler | undefined;
  return (...given) => {
    send ??= sendPage(make());
    void send(...given);
  };
}

/**
 * Makes the description of the API: the document, and the pages that show it, by path; `origin` begins the addresses in
 * examples of requests.
 */
function description(
  operations: readonly Operation[],
  origin: string,
): ReadonlyMap<string, RequestHandler> {
  const document = buildOpenApi(operations, readExamples());
  const pages: Readonly<Record<string, Page>> = {
    [openApiPath]: { type: "application/json", text: `${JSON.stringify(document)}\n` },
    ...docsPages(document, origin),
  };
  return new Map(Object.entries(pages).map(([path, page]) => [path, sendPage(page)]));
}
