import type { NoticeTarget, postNotice as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { normaliseTopic } from "../../policies/message-text.ts";
import { directTarget, type Target } from "../../sending/target.ts";
import { findSystemBot, noticeClient } from "../../workflows/notices/notification-bot.ts";
import { sendAsBot } from "../../workflows/sending/send-as-bot.ts";

interface Notice {
  readonly target: Target;
  /** To whom it goes by itself. */
  readonly userId: number | null;
  readonly idempotencyKey: string;
}

/**
 * Says something as one of the product's bots, once for each key.
 * @throws BAD_REQUEST, STREAM_DOES_NOT_EXIST, SERVICE_UNAVAILABLE
 */
export async function postNotice(
  ctx: Context,
  _identity: unknown,
  { realmId, to, content, readBy, starred, from, key }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  const users = await ctx.users.atLeast(realmId, 0);
  const bot = findSystemBot(users, from);
  if (!bot) return { messageIds: [] };
  const caller = { realm: { id: realmId }, userId: bot.id, usersVersion: users.version };
  const realm = await loadRealm(ctx, caller);
  const notices = noticesFor(to, key, realm);
  const said = notices.map(({ userId, ...notice }) => {
    const starredBy = starred && userId !== null ? [userId] : [];
    const delivery = { readBy, starredBy, client: noticeClient };
    return sendAsBot(ctx, realm, { ...notice, content, ...delivery });
  });
  const messageIds = await Promise.all(said);
  await ctx.outbox.published(realmId);
  return { messageIds };
}

function noticesFor(to: NoticeTarget, key: string, realm: RealmView): Notice[] {
  if (to.kind === "users")
    return to.userIds.flatMap((id) => {
      const user = realm.users.users.get(id);
      if (user?.isActive !== true) return [];
      const target = directTarget(realm.actor, [user]);
      return [{ target, userId: id, idempotencyKey: `${key}:${id}` }];
    });
  const channel = realm.channels.channels.get(to.channelId);
  if (!channel)
    throw new AppError("STREAM_DOES_NOT_EXIST", `Channel with ID '${to.channelId}' does not exist`);
  // What was noted before the channel came to allow the empty topic alone.
  const topic = channel.topicsPolicy === "empty_topic_only" ? "" : normaliseTopic(to.topic);
  const target = { kind: "channel", channel, topic } as const;
  return [{ target, userId: null, idempotencyKey: key }];
}
