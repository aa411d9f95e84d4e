import {
  emptyTopicDisplayName,
  type getMessageHistory as contract,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccessible } from "../../loading/load-accessible.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { realmSetting } from "../../policies/realm-setting.ts";
import { shownHistory } from "../../present/edit-history.ts";
import { presentMessageHistory } from "../../present/message-history.ts";

/** Tells how a message came to be as it is (docs/behaviour/messages.md#edit-history). */
export async function getMessageHistory(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  if (realmSetting("message_edit_history_visibility_policy", realm.users) === "none")
    throw new AppError("BAD_REQUEST", "Message edit history is disabled in this organization");
  const [row] = await loadAccessible(ctx.db, realm, [input.message_id]);
  const shown = { ...row, editHistory: shownHistory(row.editHistory, realm.users) };
  const emptyTopicName = input.allow_empty_topic_name ? "" : emptyTopicDisplayName;
  return { message_history: presentMessageHistory(shown, emptyTopicName) };
}
