import type { RequestListener } from "node:http";

import type { Operation } from "@team-chat/contract";
import { type RouteTable, splitUrl } from "@team-chat/http";

import { type ClientRequest, requestHead } from "../requests/client-request.ts";

interface HandlerParts {
  readonly table: RouteTable<Operation>;
  readonly serve: (request: ClientRequest) => void;
  /** Answers everything that is not a request for an operation. */
  readonly webApp: RequestListener;
}

/** Maps addresses outside of the API under which clients look for files to those of the operations that have them. */
const aliases = [
  ["/user_uploads/", "/api/v1/files/"],
  ["/avatar/", "/api/v1/avatar/"],
] as const;

/**
 * Answers everything that comes to the port of the gateway, except for probes and the polls that are taken over.
 * Operations come first, by one look into a table: they are nearly all requests, and go through no middleware
 * (docs/adr/0013-operations-on-bare-http.md).
 */
export function createHandler({ serve, table, webApp }: HandlerParts): RequestListener {
  return (req, res) => {
    const alias = aliases.find(([address]) => req.url?.startsWith(address));
    if (alias && req.url) req.url = alias[1] + req.url.slice(alias[0].length);
    const [path, query] = splitUrl(req.url ?? "/");
    const found = table.find(req.method ?? "GET", path);
    if (found !== undefined && "entry" in found)
      serve({ ...requestHead(req, { operation: found.entry, query }), res });
    else webApp(req, res);
  };
}
