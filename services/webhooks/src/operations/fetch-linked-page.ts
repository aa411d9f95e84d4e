import type { fetchLinkedPage as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { WebhooksContext } from "../context.ts";
import { fetchPage } from "../workflows/pages/fetch-page.ts";

const nothing = { title: "", description: "", bytes: [] };

/** Fetches a page outside for messages that link to it (docs/behaviour/markdown.md#previews-of-pages). */
export async function fetchLinkedPage(
  ctx: WebhooksContext,
  _caller: unknown,
  { url }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  try {
    const page = await fetchPage(ctx, url);
    if (page === null) return { outcome: "nothing", ...nothing };
    const { description, picture, title } = page;
    return { outcome: "page", title, description, bytes: picture.length === 0 ? [] : [picture] };
  } catch (error) {
    ctx.log.info({ err: error }, "a linked page did not answer");
    return { outcome: "later", ...nothing };
  }
}
