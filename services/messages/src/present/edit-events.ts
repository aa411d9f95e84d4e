import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { UserFlagRow } from "../queries/read-state/mention-flags.ts";
import { presentFlags } from "./flags.ts";

/** Channel and topic of messages, as events about them state it. */
export interface EventTopic {
  readonly channelId: number | null;
  readonly topic: string;
}

/** Writes the event by which messages were edited or moved; each receiver gets their own flags of the message named. */
export function updateMessageEvent(
  event: Readonly<Record<string, unknown>>,
  { readers, mentionsEveryone }: { readers: readonly UserFlagRow[]; mentionsEveryone: boolean },
): DomainEvent {
  return {
    audience: encodeAudience(readers.map(({ userId }) => userId)),
    event: { type: "update_message", rendering_only: false, ...event },
    flags: flagsByUser(readers, mentionsEveryone),
  };
}

/** Writes the event by which a message has other HTML, although nobody edited it. */
export function renderedAnewEvent(
  event: Readonly<Record<string, unknown>> & { readonly message_id: number },
  readers: Parameters<typeof updateMessageEvent>[1],
): DomainEvent {
  const what = { user_id: null, rendering_only: true, message_ids: [event.message_id] };
  return updateMessageEvent({ ...event, ...what }, readers);
}

/** Writes the event by which messages are gone, for these users. */
export function deleteMessageEvent(
  ids: readonly number[],
  { channelId, topic }: EventTopic,
  audience: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(audience),
    event: {
      type: "delete_message",
      message_ids: ids,
      ...(channelId === null
        ? { message_type: "private" }
        : { message_type: "stream", stream_id: channelId, topic }),
    },
    slots: ids.length,
  };
}

/** Returns flags by user id, with what most have under `*`. */
function flagsByUser(
  readers: readonly UserFlagRow[],
  mentionsEveryone: boolean,
): Record<string, string[]> {
  const counts = new Map<string, number>();
  const own = readers.map((row) => {
    const flags = presentFlags({ ...row, mentionsEveryone });
    const key = flags.join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { userId: row.userId, key, flags };
  });
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [""];
  const flags: Record<string, string[]> = {};
  for (const one of own) {
    if (one.key === usual) flags["*"] = one.flags;
    else flags[one.userId] = one.flags;
  }
  return flags;
}
