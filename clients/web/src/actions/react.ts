import { call, Refusal } from "../api/call.ts";
import { addReaction, removeReaction } from "../api/operations.ts";
import type { LoadedMessage, ServerEvent } from "../state/state.ts";
import { type Acting, change } from "./change.ts";

/** An emoji that is put on a message. */
export interface Emoji {
  readonly emoji_code: string;
  readonly emoji_name: string;
  readonly reaction_type: string;
}

/** Puts an emoji on a message, or takes one's own back. */
export async function toggleReaction(
  acting: Acting,
  message: LoadedMessage,
  emoji: Emoji,
): Promise<void> {
  const { me } = acting.client.state.peek();
  const { emoji_code, emoji_name, reaction_type } = emoji;
  const isOwn = message.reactions.some(
    (one) =>
      one.user_id === me && one.emoji_code === emoji_code && one.reaction_type === reaction_type,
  );
  const event = (op: "add" | "remove"): ServerEvent => ({
    type: "reaction",
    op,
    message_id: message.id,
    user_id: me,
    emoji_code,
    emoji_name,
    reaction_type,
    user: { user_id: me, email: "", full_name: "" },
  });
  const asked = { message_id: message.id, emoji_code, emoji_name, reaction_type };
  const send = () => (isOwn ? call(removeReaction, asked) : call(addReaction, asked));
  await change(acting, {
    show: event(isOwn ? "remove" : "add"),
    takeBack: event(isOwn ? "add" : "remove"),
    send: () => send().catch(ignoreDone),
  });
}

const done = new Set(["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]);

/** Lets pass that another window of oneself has done it before. */
function ignoreDone(error: unknown): void {
  if (!(error instanceof Refusal) || !done.has(error.code)) throw error;
}
