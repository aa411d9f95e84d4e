import type { RequestHandler } from "express";

import type { LinkCookie } from "../requests/link-cookie.ts";

/** Takes the token out of the address of a link, so that it gets into no history and no `Referer`, and goes on. */
export function keepToken(cookie: LinkCookie, path: string): RequestHandler {
  return (req, res) => {
    res.setHeader("Set-Cookie", cookie.set(String(req.params["token"])));
    res.setHeader("Cache-Control", "no-store");
    res.redirect(303, path);
  };
}
