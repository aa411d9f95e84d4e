import { AppError } from "@team-chat/errors";

import type { RequestHead } from "../requests/client-request.ts";

const readingMethods = new Set(["GET", "HEAD"]);

/**
 * Refuses a change that a page of another origin has a browser make: browsers send the session with it, and name the
 * origin in each request that is no plain read (docs/behaviour/sessions.md#requests-of-pages).
 * @throws CSRF_FAILED
 */
export function checkOwnOrigin(
  { host, req }: Pick<RequestHead, "host" | "req">,
  scheme: "http" | "https",
): void {
  if (readingMethods.has(req.method ?? "GET")) return;
  if (req.headers.origin === `${scheme}://${host}`) return;
  const reason = req.headers.origin === undefined ? "no Origin" : "wrong Origin";
  throw new AppError("CSRF_FAILED", `CSRF error: ${reason}`, { details: { reason } });
}
