import {
  emptyTopicDisplayName,
  type getMessage as contract,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccessible } from "../../loading/load-accessible.ts";
import { loadReaderRealm } from "../../loading/load-reader-realm.ts";
import { presentFetched } from "../../present/fetched-message.ts";

/** Fetches one message (docs/behaviour/messages.md#fetching-one-message). */
export async function getMessage(
  ctx: Context,
  caller: Caller | Anonymous,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadReaderRealm(ctx, caller);
  const [row] = await loadAccessible(ctx.db, realm, [input.message_id]);
  const form = {
    applyMarkdown: input.apply_markdown,
    clientGravatar: false,
    emptyTopicName: input.allow_empty_topic_name ? "" : emptyTopicDisplayName,
  };
  return { raw_content: row.content, message: presentFetched(row, form, realm) };
}
