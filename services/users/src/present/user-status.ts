import type { UserStatus } from "@team-chat/contract";

import type { StatusChange } from "../queries/presence/user-statuses.ts";

/** Presents the parts of a status that are set. */
export function presentStatus(status: StatusChange): UserStatus {
  const all = presentStatusChange(status);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

/** Presents the changes of a status, with "" for what is cleared. */
export function presentStatusChange(change: StatusChange): UserStatus {
  return {
    ...(change.statusText === undefined ? {} : { status_text: change.statusText }),
    ...(change.emojiName === undefined ? {} : { emoji_name: change.emojiName }),
    ...(change.emojiCode === undefined ? {} : { emoji_code: change.emojiCode }),
    ...(change.reactionType === undefined ? {} : { reaction_type: change.reactionType }),
  };
}
