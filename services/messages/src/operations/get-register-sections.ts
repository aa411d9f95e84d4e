import {
  emptyTopicDisplayName,
  type RegisterRequest,
  type RegisterSections,
  sectionBytes,
  wants,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { inSnapshot, type Transaction } from "@team-chat/pg";

import type { Context } from "../context.ts";
import { loadWorld, type RealmWorld } from "../directories/realm-world.ts";
import { findDrafts } from "../drafts/find-drafts.ts";
import { isMutedTopic } from "../policies/muting.ts";
import { presentReminder, presentScheduled } from "../present/scheduled-message.ts";
import { presentUnread } from "../present/unread.ts";
import { findNewestReceived, listConversations, listStarred } from "../queries/register.ts";
import { listScheduled } from "../queries/scheduled-messages.ts";

/** Makes the value of one key of the initial data. */
type Section = (
  tx: Transaction,
  world: RealmWorld,
  asked: { readonly ctx: Context; readonly request: RegisterRequest },
) => Promise<unknown>;

const unreadMessages: Section = async (tx, world, { ctx, request }) => {
  return presentUnread(await ctx.unread.list(tx, readerOf(world)), {
    userId: world.actor.id,
    emptyTopicName: request.capabilities["empty_topic_name"] === true ? "" : emptyTopicDisplayName,
    isMuted: (channelId, topic) => isMutedTopic(world, channelId, topic),
  });
};

/** Keys of the initial data with the names that all have to be asked for (reference/event-payloads.md §3). */
const sections: readonly (readonly [key: string, names: readonly string[], section: Section])[] = [
  ["max_message_id", ["message"], (tx, world) => findNewestReceived(tx, readerOf(world))],
  ["unread_msgs", ["message", "update_message_flags"], unreadMessages],
  ["starred_messages", ["starred_messages"], (tx, world) => listStarred(tx, readerOf(world))],
  ["recent_private_conversations", ["recent_private_conversations"], conversations],
  ["drafts", ["drafts"], (tx, world) => findDrafts(tx, world)],
  ["scheduled_messages", ["scheduled_messages"], scheduledMessages],
  ["reminders", ["reminders"], reminders],
];

/** This service's part of `POST /register`, from one moment of its database. */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<RegisterSections> {
  if (identity.kind === "service")
    throw new AppError("UNAUTHORIZED", "The initial data is somebody's.");
  const world = identity.kind === "user" ? await loadWorld(ctx, identity) : null;
  return inSnapshot(ctx.db, async (tx, snapshot) => {
    const texts: Record<string, string> = {};
    for (const [key, names, section] of sections) {
      if (!names.every((name) => wants(request, name))) continue;
      const value = world ? await section(tx, world, { ctx, request }) : anonymousValue(key);
      texts[key] = JSON.stringify(value);
    }
    return { snapshot, bytes: sectionBytes(texts) };
  });
}

async function conversations(tx: Transaction, world: RealmWorld) {
  const rows = await listConversations(tx, readerOf(world));
  return rows.map(({ participants, maxMessageId }) => ({
    max_message_id: maxMessageId,
    user_ids: participants.filter((id) => id !== world.actor.id),
  }));
}

async function scheduledMessages(tx: Transaction, world: RealmWorld) {
  const rows = await listScheduled(tx, { ...readerOf(world), isReminder: false });
  return rows.map(presentScheduled);
}

async function reminders(tx: Transaction, world: RealmWorld) {
  const rows = await listScheduled(tx, { ...readerOf(world), isReminder: true });
  return rows.map(presentReminder);
}

const nothingUnread = { topics: [], mentions: [], isCut: false };

/** Who has no account has received nothing. */
function anonymousValue(key: string): unknown {
  if (key === "max_message_id") return -1;
  if (key !== "unread_msgs") return [];
  return presentUnread(nothingUnread, { userId: 0, emptyTopicName: "", isMuted: () => false });
}

function readerOf({ realmId, actor }: RealmWorld) {
  return { realmId, userId: actor.id };
}
