import type { Narrow } from "../../state/conversation.ts";
import { unreadIds } from "../../state/selectors.ts";
import { t } from "../../texts/texts.ts";
import type { AppContext } from "../app-context.ts";

/** Marks everything in a conversation, or in all topics of a channel, as read; offers to undo it. */
export function markConversationRead(app: AppContext, narrow: Narrow): void {
  markRead(app, unreadIds(app.client.state.peek(), narrow));
}

/** Marks messages as read, and offers to undo it. */
export function markRead({ notices, reads }: AppContext, ids: readonly number[]): void {
  if (ids.length === 0) return;
  reads.readAll(ids);
  notices.say(t("inbox.undone", { n: ids.length }), {
    undo: () => {
      reads.unread(ids).catch((error: unknown) => {
        notices.refuse(error);
      });
    },
  });
}
