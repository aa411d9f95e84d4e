import type { IncomingMessage } from "node:http";

import { type Operation, registerQueue } from "@team-chat/contract";

/**
 * Separates large forms and queries from others: nearly all that clients send is shorter, and whatever costs much by
 * its parameters is longer.
 */
const maxUsualBytes = 1024;
/** Finds pages of a thousand messages and more. */
const manyMessages = /(?:^|&)num_(?:before|after)=\d{4,}/;

/** Parts of a request that say how large it is. */
interface RequestSize {
  readonly operation: { readonly upload?: Operation["upload"] };
  /** Without the question mark. */
  readonly query: string;
  readonly req: Pick<IncomingMessage, "headers">;
}

/**
 * Tells whether a request asks for so much that it may keep a processor busy for long. Uploads do not: most of their
 * time is that of their clients.
 */
export function isLarge({ operation, query, req }: RequestSize): boolean {
  if (operation.upload !== undefined) return false;
  const { "content-length": length, "transfer-encoding": encoding } = req.headers;
  return (
    encoding !== undefined ||
    query.length + Number(length ?? 0) > maxUsualBytes ||
    manyMessages.test(query)
  );
}

/** Finds searches for words among the messages asked for, however the narrow is encoded. */
const searches = /search/;
/**
 * Is what a large request, a registration, a search or an upload costs, in ordinary requests
 * (docs/hosting.md#fair-shares). A file of 100 kB takes four to five times the processor time of a message.
 */
const dearCost = 5;
const mebibyte = 1024 * 1024;

/** Returns how many ordinary requests of its organization a request counts as. */
export function costOf(
  request: RequestSize & { readonly operation: { readonly name: string } },
): number {
  const { operation, query, req } = request;
  if (operation.upload !== undefined)
    return dearCost + Math.floor(Number(req.headers["content-length"] ?? 0) / mebibyte);
  const isDear = operation.name === registerQueue.name || isLarge(request) || searches.test(query);
  return isDear ? dearCost : 1;
}
