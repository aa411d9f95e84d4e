import type { UserDirectory } from "@team-chat/projection";

import { realmSetting } from "../policies/realm-setting.ts";
import type { EditEntry } from "../queries/messages/edits.ts";

/** Returns as much of a message's history as the organization shows (docs/behaviour/messages.md#edit-history). */
export function shownHistory(
  history: readonly EditEntry[] | null,
  users: UserDirectory,
): EditEntry[] {
  const policy = realmSetting("message_edit_history_visibility_policy", users);
  if (history === null || policy === "none") return [];
  return policy === "all" ? [...history] : history.filter(isMove).map(withoutContent);
}

/** Presents the history's field of a message object: nothing rather than an empty list. */
export function presentEditHistory(
  history: readonly EditEntry[] | null,
  users: UserDirectory,
): { edit_history?: EditEntry[] } {
  const shown = shownHistory(history, users);
  return shown.length === 0 ? {} : { edit_history: shown };
}

function isMove({ prev_topic: topic, prev_stream: channel }: EditEntry): boolean {
  return topic !== undefined || channel !== undefined;
}

function withoutContent({
  prev_content: _content,
  prev_rendered_content: _html,
  ...entry
}: EditEntry): EditEntry {
  return entry;
}
