import { request } from "undici";

import type { WebhooksContext } from "../../context.ts";

/** A name by which operators of other servers can know us, and keep us away. */
const userAgent = "Mozilla/5.0 (compatible; TeamChatLinkPreview/1.0)";
const maxRedirects = 5;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Something that is wanted from a server outside. */
export interface Wanted {
  readonly url: string;
  /** Types that are read, as the header `Accept` writes them. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** True if the beginning is of use where there is more. */
  readonly takesBeginning: boolean;
  readonly signal: AbortSignal;
}

/** Something as a server outside sent it. */
export interface Outside {
  /** Address from which it came in the end. */
  readonly url: string;
  /** The header `Content-Type`, in lower case. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * Gets something from a server outside, following its redirects, each of which is guarded like the first address. Null
 * for what the server refuses, or is not as wanted. Rejects with TargetRefused, or when there is no answer in time or
 * the server is in trouble.
 */
export async function getOutside(
  ctx: Pick<WebhooksContext, "agent">,
  wanted: Wanted,
): Promise<Outside | null> {
  let { url } = wanted;
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    const { body, headers, statusCode } = await request(url, {
      dispatcher: ctx.agent,
      // What is packed could become anything when it is unpacked, so that it is not read.
      headers: {
        "user-agent": userAgent,
        accept: wanted.types.join(", "),
        "accept-encoding": "identity",
      },
      signal: wanted.signal,
    });
    const [location] = [headers.location ?? []].flat();
    const [contentType = ""] = [headers["content-type"] ?? []].flat();
    const isReadable =
      statusCode === 200 &&
      (headers["content-encoding"] ?? "identity") === "identity" &&
      wanted.types.includes(contentType.toLowerCase().split(";", 1)[0]?.trim() ?? "");
    if (isReadable) {
      const bytes = await read(body, wanted);
      return bytes && { url, contentType: contentType.toLowerCase(), bytes };
    }
    // Its end is of no interest, and would be an error that nobody waits for.
    body.on("error", () => undefined).destroy();
    if (statusCode === 429 || statusCode >= 500) throw new Error(`The server says ${statusCode}.`);
    if (!redirects.includes(statusCode) || location === undefined) return null;
    const next = URL.parse(location, url);
    if (next === null || !/^https?:$/.test(next.protocol)) return null;
    url = next.href;
  }
  return null;
}

/** Reads up to so many bytes; what is longer is cut off with its connection. */
async function read(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, takesBeginning }: Wanted,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  if (size > maxBytes && !takesBeginning) return null;
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
