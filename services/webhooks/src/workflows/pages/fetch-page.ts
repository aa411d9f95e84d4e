// See docs/subsystems/link-previews.md.
import { TargetRefused } from "@team-chat/target-guard";

import type { WebhooksContext } from "../../context.ts";
import { getOutside, type Outside } from "./get-outside.ts";
import { type PageFacts, readOembed, readPage } from "./read-page.ts";

const pageTypes = ["text/html", "application/xhtml+xml"];
const oembedTypes = ["application/json"];
const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];
const maxPageBytes = 512 * 1024;
const maxOembedBytes = 64 * 1024;
const maxPictureBytes = 4 * 1024 * 1024;

/** A page with its picture as it is there; empty for none. */
export interface FetchedPage {
  readonly title: string;
  readonly description: string;
  readonly picture: Buffer;
}

/**
 * Fetches a page and its picture within the time for one answer; null when it says nothing of itself, or may not be
 * asked. Rejects when the page does not answer in time or its server is in trouble.
 */
export async function fetchPage(ctx: WebhooksContext, url: string): Promise<FetchedPage | null> {
  const signal = AbortSignal.timeout(ctx.answerTimeoutMs);
  const limits = { maxBytes: maxPageBytes, takesBeginning: true, signal };
  const page = await unlessRefused(getOutside(ctx, { url, types: pageTypes, ...limits }));
  if (page === null) return null;
  const said = await completed(ctx, readPage(textOf(page), page.url), signal);
  if (said.title === "") return null;
  return { ...said, picture: await pictureAt(ctx, said.picture, signal) };
}

/** Adds what the page's provider says where the page itself says less. */
async function completed(
  ctx: WebhooksContext,
  page: PageFacts,
  signal: AbortSignal,
): Promise<Omit<PageFacts, "oembed">> {
  const { oembed: url } = page;
  if (url === null || (page.title !== "" && page.picture !== null)) return page;
  const limits = { maxBytes: maxOembedBytes, takesBeginning: false, signal };
  const answer = await getOutside(ctx, { url, types: oembedTypes, ...limits }).catch(() => null);
  const said = answer && readOembed(answer.bytes.toString(), answer.url);
  if (said === null) return page;
  return {
    title: page.title === "" ? said.title : page.title,
    description: page.description === "" ? said.description : page.description,
    picture: page.picture ?? said.picture,
  };
}

/** Gets a picture; without it a page is shown all the same. */
async function pictureAt(
  ctx: WebhooksContext,
  url: string | null,
  signal: AbortSignal,
): Promise<Buffer> {
  if (url === null) return Buffer.alloc(0);
  const limits = { maxBytes: maxPictureBytes, takesBeginning: false, signal };
  const answer = await getOutside(ctx, { url, types: pictureTypes, ...limits }).catch(() => null);
  return answer?.bytes ?? Buffer.alloc(0);
}

async function unlessRefused(asked: Promise<Outside | null>): Promise<Outside | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TargetRefused) return null;
    throw error;
  }
}

/** Longest beginning of a page that may say how its characters are written (HTML, 4.2.5.4). */
const prescannedBytes = 1024;

/** Reads the text of a page, in the writing that its server or itself names. */
function textOf({ bytes, contentType }: Outside): string {
  const named = /charset\s*=\s*["']?([\w:-]+)/i;
  const beginning = bytes.subarray(0, prescannedBytes).toString("latin1");
  const label = named.exec(contentType)?.[1] ?? named.exec(beginning)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString();
  }
}
