// See docs/subsystems/messages.md, Writing.
import type { Context } from "../../context.ts";
import type { Draft } from "../../sending/draft.ts";
import { pastTopicFence } from "../../sending/topic-fence.ts";

/**
 * Writes a loaded message, and has channels say what is new of the channel before the sender is answered.
 * Returns the message's id, or that of the first with the same key.
 * @throws BAD_REQUEST when only the empty topic is allowed by now, SERVICE_UNAVAILABLE
 */
export async function send(ctx: Context, draft: Draft): Promise<number> {
  const { channelFollower, outbox, recipients, topics, writer } = ctx;
  const { realmId } = draft.realm;
  const id = await pastTopicFence(ctx, realmId, () => writer.write(draft));
  if (draft.target.kind === "direct") return id;
  const { channel, topic } = draft.target;
  if (channelFollower.isOutdatedBy(realmId, { channelId: channel.id, id }))
    await outbox.followers.follow(realmId, () => channelFollower.compare(realmId, [channel.id]));
  const recipientId = await recipients.ofChannel(realmId, channel.id);
  topics.add({ realmId, recipientId, topic });
  return id;
}
