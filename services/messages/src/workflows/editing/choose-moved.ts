import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { mayReadWholeHistory } from "../../policies/history.ts";
import type { PropagateMode } from "../../policies/message-change.ts";
import { checkInTime, isInTime } from "../../policies/time-limit.ts";
import { listTopicMessages } from "../../queries/messages/edits.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";

interface Choice {
  readonly row: MessageRow;
  readonly mode: PropagateMode;
  readonly limitSeconds: number | null;
  /** For the refusal: what is too late. */
  readonly what: string;
  /** UNIX seconds. */
  readonly now: number;
}

/**
 * Lists the ids of the messages that move with this one, ascending.
 * @throws BAD_REQUEST, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED when some are too old
 */
export async function chooseMoved(
  tx: Transaction,
  realm: RealmView,
  { row, mode, limitSeconds, what, now }: Choice,
): Promise<readonly number[]> {
  const period = { sentAt: row.sentAt, limitSeconds, now };
  if (mode !== "change_all") checkInTime(period, what);
  if (mode === "change_one") return [row.id];
  const channel = realm.channels.channels.get(row.channelId ?? 0);
  const all = await listTopicMessages(tx, {
    realmId: realm.realmId,
    userId: realm.actor.id,
    recipientId: row.recipientId,
    topic: row.topic,
    from: mode === "change_later" ? row.id : 0,
  });
  const whole = channel !== undefined && mayReadWholeHistory(realm.actor, channel, realm);
  const readable = all.filter(({ received }) => whole || received);
  const young = readable.filter(({ sentAt }) => isInTime({ ...period, sentAt }));
  if (young.length === readable.length) return readable.map(({ id }) => id);
  if (!young[0]) checkInTime(period, what);
  throw new AppError(
    "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    `You only have permission to move the ${young.length}/${readable.length} most recent messages in this topic.`,
    {
      details: {
        first_message_id_allowed_to_move: young[0]?.id ?? row.id,
        total_messages_in_topic: readable.length,
        total_messages_allowed_to_move: young.length,
      },
    },
  );
}
