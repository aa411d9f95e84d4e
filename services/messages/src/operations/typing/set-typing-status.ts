import {
  encodeAudience,
  type InputOf,
  type OutputOf,
  type setTypingStatus as contract,
  type UserRecord,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { hasContentAccess } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { loadStrangers } from "../../loading/load-strangers.ts";
import { resolveUsers } from "../../policies/direct-message.ts";
import { normaliseTopic } from "../../policies/message-text.ts";
import { channelTypingAudience, checkSendsTyping, typingAudience } from "../../policies/typing.ts";
import { directTarget } from "../../sending/target.ts";

type Input = InputOf<typeof contract>;

/** Tells others that the caller is writing a message, or stopped (docs/behaviour/messages.md#typing). */
export async function setTypingStatus(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const isDirect = input.type === "direct" || input.type === "private";
  const { named, candidates, fields } = isDirect
    ? inConversation(realm, input)
    : inChannel(realm, input);
  const audience = await thoseKnowing(ctx, realm, { named, candidates });
  if (audience.length === 0) return {};
  const { id, email } = realm.actor;
  const event = { type: "typing", op: input.op, sender: { user_id: id, email }, ...fields };
  await ctx.outbox.transaction(realm.realmId, async (_tx, emit) => {
    emit({ audience: encodeAudience(audience), event });
  });
  return {};
}

interface Typing {
  /** Users whom the event names with an address. */
  readonly named: readonly UserRecord[];
  /** Users who are told, as far as they may see those. */
  readonly candidates: readonly number[];
}

/** Lists the users who may see everybody who is named. */
async function thoseKnowing(
  ctx: Context,
  realm: RealmView,
  { named, candidates }: Typing,
): Promise<readonly number[]> {
  const strangers = new Set<number>();
  for (const user of named)
    for (const id of await loadStrangers(ctx.hot, realm, { user, among: candidates }))
      strangers.add(id);
  return candidates.filter((id) => !strangers.has(id));
}

function inConversation(realm: RealmView, { to }: Input) {
  const { actor, users } = realm;
  checkSendsTyping(actor, "direct");
  if (to === undefined) throw refused("Missing 'to' argument");
  if (to.length === 0) throw refused("Empty 'to' list");
  const others = resolveUsers({ ids: [...new Set(to)] }, realm);
  const target = directTarget(actor, others);
  const participants = target.kind === "direct" ? target.participants : [];
  const recipients = participants.map(({ id, email }) => ({ user_id: id, email }));
  const ids = participants.map(({ id }) => id);
  return {
    named: participants,
    candidates: typingAudience(ids, users.users),
    fields: { message_type: "direct", recipients },
  };
}

function inChannel(realm: RealmView, { stream_id: channelId, topic }: Input) {
  const { actor, users, channels } = realm;
  checkSendsTyping(actor, "channel");
  if (channelId === undefined) throw refused("Missing 'stream_id' argument");
  if (topic === undefined) throw refused("Missing topic");
  const channel = channels.channels.get(channelId);
  if (!channel || !hasContentAccess(actor, channel, realm)) throw refused("Invalid channel ID");
  const subscribers = [...channels.subscribersOf(channelId).keys()];
  return {
    named: [actor],
    candidates: channelTypingAudience(subscribers, users.users),
    fields: { message_type: "stream", stream_id: channelId, topic: normaliseTopic(topic) },
  };
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
