import { randomUUID } from "node:crypto";

import { mailMissedMessages, type MissedConversation } from "@team-chat/contract";

import type { World } from "../world.ts";

/** Messages that somebody missed in a topic of channel 1: two messages, of which one is shown. */
export const inTopic: MissedConversation = {
  messageIds: [101, 102],
  reasons: ["followed_topics"],
  place: { kind: "channel", channelId: 1, name: "engines", topic: "the mill" },
  path: "/#narrow/channel/1/topic/the.20mill/near/101",
  shown: [{ sender: "Ada", html: "<p>It <em>turns</em>.</p>", text: "It turns." }],
  hiddenBy: null,
};

/** A message that somebody missed of a direct conversation. */
export const direct: MissedConversation = {
  ...inTopic,
  messageIds: [103],
  reasons: ["personal"],
  place: { kind: "direct", others: ["Ada"] },
  path: "/#narrow/dm/1,2/near/103",
};

/** Has conversations mailed to somebody, under a new key unless one is given; resolves to the messages mailed. */
export async function mailTo(
  world: World,
  userId: number,
  { conversations, key = randomUUID() }: Mailed,
): Promise<readonly number[]> {
  const asked = { realmId: world.realm.id, userId, key, conversations: [...conversations] };
  const { messageIds } = await world.call(mailMissedMessages, asked);
  return messageIds;
}

interface Mailed {
  readonly conversations: readonly MissedConversation[];
  readonly key?: string;
}
