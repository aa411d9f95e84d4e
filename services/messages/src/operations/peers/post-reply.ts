import type { postReply as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { resolveUsers } from "../../policies/direct-message.ts";
import { normaliseTopic } from "../../policies/message-text.ts";
import { checkWidgetContent } from "../../policies/widget.ts";
import { findSent } from "../../queries/messages/idempotency.ts";
import { directTarget, type Target } from "../../sending/target.ts";
import { sendAsBot } from "../../workflows/sending/send-as-bot.ts";

type Input = z.output<typeof contract.input>;

/** Name of the client under which such messages appear (docs/behaviour/webhooks.md#replies). */
const client = "OutgoingWebhookResponse";

/**
 * Posts what an outgoing webhook answered, as its bot.
 * @throws BAD_REQUEST, STREAM_DOES_NOT_EXIST, SERVICE_UNAVAILABLE
 */
export async function postReply(
  ctx: Context,
  _identity: unknown,
  { realmId, botId, to, content, widgetContent, key }: Input,
): Promise<{ messageId: number }> {
  const first = await findSent(ctx.hot, { realmId, userId: botId, key });
  if (first !== null) return { messageId: first };
  const realm = await loadRealm(ctx, { realm: { id: realmId }, userId: botId, usersVersion: 0 });
  const widget = widgetContent === null ? null : checkWidgetContent(widgetContent);
  const target = targetOf(to, realm);
  const reply = { target, content, widget, client, idempotencyKey: key };
  const messageId = await sendAsBot(ctx, realm, reply);
  return { messageId };
}

function targetOf(to: Input["to"], realm: RealmView): Target {
  if (to.kind === "direct")
    return directTarget(realm.actor, resolveUsers({ ids: to.userIds }, realm));
  const channel = realm.channels.channels.get(to.channelId);
  if (!channel)
    throw new AppError("STREAM_DOES_NOT_EXIST", `Channel with ID '${to.channelId}' does not exist`);
  return { kind: "channel", channel, topic: normaliseTopic(to.topic) };
}
