import type { sendMessage as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { addressedChannel } from "../../policies/channel-reference.ts";
import { checkWidgetContent } from "../../policies/widget.ts";
import { findSent } from "../../queries/messages/idempotency.ts";
import { type Draft, readsOwn } from "../../sending/draft.ts";
import { resolveLimitedTarget } from "../../sending/limited-target.ts";
import { loadDraft } from "../../sending/load.ts";
import { resolveTarget, type Target } from "../../sending/target.ts";
import { tellBotOwner } from "../../workflows/notices/tell-bot-owner.ts";
import { policyAfterSending } from "../../workflows/sending/automatic-policies.ts";
import { policyOfMentioned } from "../../workflows/sending/mentioned-policies.ts";
import { send } from "../../workflows/sending/send.ts";

type Input = InputOf<typeof contract>;

const maxKeyLength = 200;

/** Sends a message (docs/behaviour/messages.md#sending-a-message). */
export async function sendMessage(
  ctx: Context,
  caller: Caller,
  ...[input, request]: [input: Input, request: RequestFacts]
): Promise<OutputOf<typeof contract>> {
  checkUnsupported(input);
  const form = input.widget_content === undefined ? null : checkWidgetContent(input.widget_content);
  const key = checkedKey(request.idempotencyKey);
  const { client, userId } = caller;
  const realmId = caller.realm.id;
  const limitedTo = caller.key?.channelIds;
  const first = key === null ? null : await findSent(ctx.hot, { realmId, userId, key });
  if (first !== null) return { id: first };
  const draft = await loadDraft(ctx, await loadRealm(ctx, caller), {
    findTarget: (realm) =>
      limitedTo === undefined
        ? findTarget(ctx, realm, input)
        : resolveLimitedTarget(input, realm, limitedTo),
    content: input.content,
    client,
    readBySender: input.read_by_sender ?? readsOwn(client),
    idempotencyKey: key,
    origin: originOf(input),
    widget: form,
  });
  if (draft.realm.actor.isBot) await warnOwner(ctx, draft);
  const automatic = await applyPolicies(ctx, draft);
  const id = await send(ctx, draft);
  return automatic === null ? { id } : { id, automatic_new_visibility_policy: automatic };
}

/** Finds where the message goes; the owner of a bot hears of channels that do not exist. */
async function findTarget(ctx: Context, realm: RealmView, input: Input): Promise<Target> {
  try {
    return resolveTarget(input, realm);
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === "STREAM_DOES_NOT_EXIST";
    if (!isMissing) throw error;
    const missing = addressedChannel(input.to, realm.actor);
    await tellBotOwner(ctx, realm, { missing });
    throw error;
  }
}

/** Tells the owner of a bot when nobody will read what it says. */
async function warnOwner(ctx: Context, { realm, target }: Draft): Promise<void> {
  if (target.kind === "direct") return;
  if (realm.channels.subscribersOf(target.channel.id).size === 0)
    await tellBotOwner(ctx, realm, { unread: target.channel });
}

/**
 * Changes preferences for the topic, before the message so that its event finds them changed. A sender whose
 * message fails after this keeps the preference. Returns the sender's new one, or null when it stays.
 */
async function applyPolicies(ctx: Context, draft: Draft): Promise<number | null> {
  const own = await policyAfterSending(ctx, draft);
  const others = policyOfMentioned(draft, own);
  if (own === null && others === null) return null;
  const [changed] = await Promise.all([
    own && ctx.setTopicVisibilityFor(own),
    others && ctx.setTopicVisibilityFor(others),
  ]);
  return own !== null && changed?.changedUserIds.length === 1 ? own.policy : null;
}

function checkUnsupported({ sender, forged, queue_id, local_id }: Input): void {
  if (sender !== undefined) throw new AppError("BAD_REQUEST", "Invalid mirrored message");
  if (forged === "true" || forged === "yes" || forged === "1")
    throw new AppError("BAD_REQUEST", "User not authorized for this query");
  if (queue_id !== undefined && local_id === undefined)
    throw new AppError("BAD_REQUEST", "queue_id requires local_id");
}

function originOf({ queue_id: queueId, local_id: localId }: Input): Draft["origin"] {
  return queueId === undefined || localId === undefined ? null : { queueId, localId };
}

function checkedKey(key: string | undefined): string | null {
  if (key === undefined || key === "") return null;
  if (key.length > maxKeyLength)
    throw new AppError(
      "BAD_REQUEST",
      `Idempotency-Key is too long (limit: ${maxKeyLength} characters)`,
    );
  return key;
}
