import {
  emptyTopicDisplayName,
  type RegisterRequest,
  type RegisterSections,
  sectionBytes,
  wants,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { inSnapshot } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import type { RegisterRead } from "../../domain/unread/register-reads.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { isMutedTopic } from "../../policies/muting.ts";
import { presentReminder, presentScheduled } from "../../present/scheduled-message.ts";
import { renderUnread } from "../../present/unread.ts";
import type { RegisterPart } from "../../queries/register/register-rows.ts";

/** A key of the initial data. */
interface Section {
  /** Names that all have to be asked for (docs/behaviour/events.md#initial-data). */
  readonly names: readonly string[];
  /** What has to be read for it. */
  readonly part: RegisterPart;
  /** As JSON. */
  readonly render: (read: RegisterRead, realm: RealmView, request: RegisterRequest) => string;
}

const sections: Readonly<Record<string, Section>> = {
  max_message_id: {
    names: ["message"],
    part: "standing",
    render: ({ newest }) => JSON.stringify(newest),
  },
  unread_msgs: {
    names: ["message", "update_message_flags"],
    part: "standing",
    render: ({ unread }, realm, request) =>
      renderUnread(unread, {
        userId: realm.actor.id,
        emptyTopicName:
          request.capabilities["empty_topic_name"] === true ? "" : emptyTopicDisplayName,
        isMuted: (channelId, topic) => isMutedTopic(realm, channelId, topic),
      }),
  },
  starred_messages: {
    names: ["starred_messages"],
    part: "starred",
    render: ({ starred }) => JSON.stringify(starred),
  },
  recent_private_conversations: {
    names: ["recent_private_conversations"],
    part: "standing",
    render: ({ conversations }, { actor }) =>
      JSON.stringify(
        conversations.map(({ participants, maxMessageId }) => ({
          max_message_id: maxMessageId,
          user_ids: participants.filter((id) => id !== actor.id),
        })),
      ),
  },
  drafts: {
    names: ["drafts"],
    part: "drafts",
    render: ({ drafts }, { actor }) =>
      JSON.stringify(actor.settings["enable_drafts_synchronization"] === false ? [] : drafts),
  },
  scheduled_messages: {
    names: ["scheduled_messages"],
    part: "scheduled",
    render: ({ scheduled }) =>
      JSON.stringify(
        scheduled.filter(({ reminderOf }) => reminderOf === null).map(presentScheduled),
      ),
  },
  reminders: {
    names: ["reminders"],
    part: "scheduled",
    render: ({ scheduled }) =>
      JSON.stringify(
        scheduled.filter(({ reminderOf }) => reminderOf !== null).map(presentReminder),
      ),
  },
};

/** This service's part of `POST /register`, from one moment of its database. */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<RegisterSections> {
  if (identity.kind === "service")
    throw new AppError("UNAUTHORIZED", "The initial data is somebody's.");
  const wanted = Object.entries(sections).filter(([, { names }]) =>
    names.every((name) => wants(request, name)),
  );
  if (identity.kind === "anonymous")
    return spectatorSections(
      ctx,
      wanted.map(([key]) => key),
    );
  const realm = await loadRealm(ctx, identity);
  const parts = [...new Set(wanted.map(([, { part }]) => part))];
  const read = await ctx.registers.of(realm.realmId, { userId: realm.actor.id, parts });
  const texts = wanted.map(([key, { render }]) => [key, render(read, realm, request)]);
  return {
    snapshot: read.snapshot,
    bytes: sectionBytes(Object.fromEntries(texts) as Record<string, string>),
  };
}

const nothingUnread = { topics: [], mentions: [], isCut: false };

/** Who has no account has received nothing. */
async function spectatorSections(ctx: Context, keys: readonly string[]): Promise<RegisterSections> {
  const snapshot = await inSnapshot(ctx.db, async (_, moment) => moment);
  const texts = keys.map((key) => [key, anonymousValue(key)]);
  return { snapshot, bytes: sectionBytes(Object.fromEntries(texts) as Record<string, string>) };
}

/** As JSON. */
function anonymousValue(key: string): string {
  if (key === "max_message_id") return "-1";
  if (key !== "unread_msgs") return "[]";
  return renderUnread(nothingUnread, { userId: 0, emptyTopicName: "", isMuted: () => false });
}
