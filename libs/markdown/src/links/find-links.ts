import type { Context } from "../context.ts";
import type { AutoLink } from "./auto-link.ts";
import { findUrls } from "./find-urls.ts";
import { findLinkified } from "./linkifiers.ts";

/**
 * Finds the parts of a text that become links without markup, in order and without overlaps: URLs first, then
 * linkifiers in their order.
 */
export function findLinks(
  text: string,
  { linkifiers }: Pick<Context, "linkifiers">,
): readonly AutoLink[] {
  const urls = findUrls(text);
  if (linkifiers.length === 0) return urls;
  return withoutOverlaps(text.length, [...urls, ...findLinkified(text, linkifiers)]);
}

/** Removes links that overlap an earlier one of the list. */
export function withoutOverlaps<Link extends AutoLink>(
  length: number,
  links: readonly Link[],
): readonly Link[] {
  if (links.length < 2) return links;
  const taken = new Uint8Array(length);
  const kept = links.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
  return kept.toSorted((a, b) => a.start - b.start);
}
