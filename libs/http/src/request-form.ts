import type { IncomingMessage } from "node:http";

import { AppError } from "@team-chat/errors";

/** Longest path and query together. Clients put whole narrows there. */
export const maxTargetBytes = 64 * 1024;

/** A name or an address, without empty labels, and perhaps a port. */
const hostForm = /^(?:\[[\da-f:.]+\]|[^\s.:/?#@\\[\]]+(?:\.[^\s.:/?#@\\[\]]+)*)(?::\d{1,5})?$/i;

/**
 * Refuses a request that node:http takes and nobody shall serve: another reader could take it for something else.
 * Undefined for all others.
 */
export function formRefusal(req: IncomingMessage): AppError | undefined {
  if ((req.url ?? "").length > maxTargetBytes)
    return new AppError("URI_TOO_LONG", `The address is longer than ${maxTargetBytes / 1024} kB.`);
  return hasPlainHost(req)
    ? undefined
    : new AppError("BAD_REQUEST", "A request has one header Host, with a host and perhaps a port.");
}

/** HTTP/1.0 does without the header (RFC 9112, section 3.2). */
function hasPlainHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion === "1.0";
  if (!hostForm.test(host)) return false;
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") lines += 1;
  return lines === 1;
}
