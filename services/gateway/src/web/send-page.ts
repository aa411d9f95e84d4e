import type { RequestHandler } from "express";

import type { Page } from "../pages/page.ts";

/** Lets browsers that show a document without styles of its own add theirs. */
const defaultAllows = "style-src 'unsafe-inline'";

/** Sends a page, with the policy that says what it may load and do. */
export function sendPage({ allows = defaultAllows, isSecret, text, type }: Page): RequestHandler {
  const body = Buffer.from(text);
  const headers = {
    "Content-Type": type,
    "Content-Security-Policy": `default-src 'none'; ${allows}; base-uri 'none'; frame-ancestors 'none'`,
    // A browser asks each time whether its copy is current; the answer is 304 while the ETag is the same.
    "Cache-Control": isSecret === true ? "no-store" : "no-cache",
  };
  return (_req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.send(body);
  };
}
