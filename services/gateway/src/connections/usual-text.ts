import type { IncomingMessage } from "node:http";

/** The head of a request as most clients write it. Whoever writes exactly this means this request; node:http does not keep what was really written. */
export function usualText({ httpVersion, method, rawHeaders, url }: IncomingMessage): string {
  const parts = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    parts.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  // Joined rather than added up, so that what is kept for long is one piece.
  return `${parts.join("\r\n")}\r\n\r\n`;
}
