import type { Unread, UnreadTopic } from "../domain/unread/unread-messages.ts";

interface Reader {
  readonly userId: number;
  readonly emptyTopicName: string;
  readonly isMuted: (channelId: number, topic: string) => boolean;
}

/**
 * Writes a user's unread messages as clients get them: `unread_msgs`, as JSON
 * (docs/behaviour/unread.md#unread-summary).
 */
export function renderUnread({ topics, mentions, isCut }: Unread, reader: Reader): string {
  const { emptyTopicName, isMuted } = reader;
  let count = 0;
  for (const { channelId, ids, topic } of topics)
    if (channelId === null || !isMuted(channelId, topic)) count += ids.length;
  const streams = topics
    .filter(({ channelId }) => channelId !== null)
    .toSorted(byConversation)
    .map(({ channelId, ids, topic }) => {
      const shown = JSON.stringify(topic || emptyTopicName);
      return `{"stream_id":${channelId},"topic":${shown},"unread_message_ids":${ids.json}}`;
    });
  const { pms, huddles } = renderDirect(topics, reader);
  const rest = JSON.stringify({ mentions, old_unreads_missing: isCut }).slice(1);
  return `{"count":${count},"pms":[${pms.join()}],"streams":[${streams.join()}],"huddles":[${huddles.join()}],${rest}`;
}

function renderDirect(topics: readonly UnreadTopic[], { userId }: Pick<Reader, "userId">) {
  const pms: { readonly other: number; readonly text: string }[] = [];
  const huddles: string[] = [];
  for (const { ids, participants } of topics) {
    if (participants === null) continue;
    const other = participants.find((id) => id !== userId) ?? userId;
    const unread = `"unread_message_ids":${ids.json}`;
    if (participants.length <= 2)
      pms.push({ other, text: `{"other_user_id":${other},"sender_id":${other},${unread}}` });
    else huddles.push(`{"user_ids_string":"${participants.join(",")}",${unread}}`);
  }
  return {
    pms: pms.toSorted((a, b) => a.other - b.other).map(({ text }) => text),
    huddles: huddles.toSorted(byText),
  };
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function byConversation(a: UnreadTopic, b: UnreadTopic): number {
  const [first, second] = [a.channelId ?? 0, b.channelId ?? 0];
  if (first !== second) return first - second;
  return a.topic < b.topic ? -1 : 1;
}
