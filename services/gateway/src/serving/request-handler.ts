import type { RequestListener } from "node:http";

import type { Operation } from "@team-chat/contract";
import {
  answerError,
  methodNotAllowed,
  type RouteTable,
  splitUrl,
  unknownAddress,
} from "@team-chat/http";

import type { Pages } from "../pages/pages.ts";
import { type ClientRequest, requestHead } from "../requests/client-request.ts";

interface HandlerParts {
  readonly table: RouteTable<Operation>;
  readonly pages: Pages;
  readonly serve: (request: ClientRequest) => void;
}

/** Maps addresses outside of the API under which clients look for files to those of the operations that have them. */
const aliases = [
  ["/user_uploads/", "/api/v1/files/"],
  ["/avatar/", "/api/v1/avatar/"],
] as const;

/** Answers everything that comes to the port of the gateway, except for probes and the polls that are taken over. */
export function createHandler({ pages, serve, table }: HandlerParts): RequestListener {
  return (req, res) => {
    const alias = aliases.find(([address]) => req.url?.startsWith(address));
    if (alias && req.url) req.url = alias[1] + req.url.slice(alias[0].length);
    const [path, query] = splitUrl(req.url ?? "/");
    const method = req.method ?? "GET";
    if (pages.answer(path, req, res)) return;
    const found = table.find(method, path);
    if (found !== undefined && "entry" in found) {
      serve({ ...requestHead(req, { operation: found.entry, query }), res });
      return;
    }
    const allowed = table.methodsOf(path);
    if (method === "OPTIONS" && allowed.length > 0)
      res.writeHead(204, { Allow: allowed.join(", ") }).end();
    else answerError(res, allowed.length > 0 ? methodNotAllowed(allowed) : unknownAddress());
  };
}
