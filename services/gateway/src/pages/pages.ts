import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

import { answerError, methodNotAllowed } from "@team-chat/http";

/** What pages without scripts need. */
const quietPolicy = "default-src 'none'; style-src 'unsafe-inline'";

interface Page {
  readonly type: string;
  readonly policy: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

/** Fixed documents that the gateway itself has. */
export class Pages {
  readonly #pages: ReadonlyMap<string, Page>;

  /** Texts with their media types, by path, and what else than style sheets they may load and do, as a Content-Security-Policy. */
  constructor(
    texts: Readonly<Record<string, readonly [type: string, text: string, policy?: string]>>,
  ) {
    this.#pages = new Map(
      Object.entries(texts).map(([path, [type, text, policy = quietPolicy]]) => {
        const plain = Buffer.from(text);
        return [path, { type, policy, plain, gzip: gzipSync(plain) }];
      }),
    );
  }

  /** Answers when the path is one of the documents', or `/`, which leads to the API page. */
  answer(path: string, req: IncomingMessage, res: ServerResponse): boolean {
    const page = this.#pages.get(path);
    if (page === undefined && path !== "/") return false;
    if (req.method === "OPTIONS") res.writeHead(204, { Allow: "GET" }).end();
    else if (req.method !== "GET" && req.method !== "HEAD")
      answerError(res, methodNotAllowed(["GET"]));
    else if (page === undefined) res.writeHead(302, { Location: "/docs" }).end();
    else writePage(page, req, res);
    return true;
  }
}

function writePage(page: Page, req: IncomingMessage, res: ServerResponse): void {
  const zipped = /\bgzip\b/.test(req.headers["accept-encoding"] ?? "");
  const body = zipped ? page.gzip : page.plain;
  res.writeHead(200, {
    "Content-Type": page.type,
    "Content-Length": body.length,
    "Cache-Control": "no-cache",
    Vary: "Accept-Encoding",
    ...(zipped ? { "Content-Encoding": "gzip" } : {}),
    "Content-Security-Policy": `${page.policy}; base-uri 'none'; frame-ancestors 'none'`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  });
  res.end(body);
}
