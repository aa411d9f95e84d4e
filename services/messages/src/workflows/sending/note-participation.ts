import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { notePendingCall } from "../../domain/pending-calls.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";
import { policyAfter } from "./automatic-policies.ts";

/**
 * Notes, in the transaction in which the actor does something in a message's topic, what that does to their
 * preference.
 */
export async function noteParticipation(
  { ctx, tx }: { ctx: Context; tx: Transaction },
  realm: RealmView,
  { channelId, topic }: Pick<MessageRow, "channelId" | "topic">,
): Promise<void> {
  const channel = realm.channels.channels.get(channelId ?? 0);
  if (!channel) return;
  const target = { kind: "channel", channel, topic } as const;
  const input = await policyAfter(ctx, realm, { target, action: "participate" });
  if (input !== null) await notePendingCall(tx, { operation: "setTopicVisibilityFor", input });
}
