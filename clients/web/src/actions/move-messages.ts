import { call } from "../api/call.ts";
import { updateMessage } from "../api/operations.ts";
import type { LoadedMessage } from "../state/state.ts";
import type { Postponements } from "./postponed.ts";

/** Which messages of a topic move with one of them. */
export type Reach = "change_one" | "change_later" | "change_all";

/** A move as somebody has chosen it. */
export interface Move {
  readonly message: LoadedMessage;
  readonly channelId: number;
  readonly topic: string;
  readonly reach: Reach;
  /** Whether the bot says in the old topic, and in the new one, what was moved. */
  readonly tellsOld: boolean;
  readonly tellsNew: boolean;
  /** Says what was done. */
  readonly text: string;
}

/** Moves messages, unless that is undone. */
export function moveLater(postponements: Postponements, move: Move): void {
  const { channelId, message, reach, tellsNew, tellsOld, text, topic } = move;
  const isElsewhere = channelId !== message.stream_id;
  postponements.begin({
    messageId: message.id,
    text,
    hides: (one) => goesAlong(message, one, reach),
    send: () =>
      call(
        updateMessage,
        {
          message_id: message.id,
          propagate_mode: reach,
          topic,
          ...(isElsewhere ? { stream_id: channelId } : {}),
          send_notification_to_old_thread: tellsOld,
          send_notification_to_new_thread: tellsNew,
        },
        { keepalive: true },
      ),
  });
}

/** Tells whether a message goes along when another one is moved. */
export function goesAlong(moved: LoadedMessage, one: LoadedMessage, reach: Reach): boolean {
  if (one.id === moved.id) return true;
  if (reach === "change_one" || one.stream_id !== moved.stream_id) return false;
  if (one.subject.toLowerCase() !== moved.subject.toLowerCase()) return false;
  return reach === "change_all" || one.id > moved.id;
}
