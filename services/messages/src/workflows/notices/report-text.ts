import type { reportMessage, UserRecord, InputOf } from "@team-chat/contract";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { normaliseTopic } from "../../policies/message-text.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";
import { fenceFor, mention, messageHash } from "./notice-texts.ts";

interface Report {
  readonly reporter: UserRecord;
  readonly message: MessageRow;
  readonly type: InputOf<typeof reportMessage>["report_type"];
  readonly description: string;
}

const reasons: Readonly<Record<Report["type"], string>> = {
  spam: "Spam",
  harassment: "Harassment",
  inappropriate: "Inappropriate content",
  norms: "Violates community norms",
  other: "Other reason",
};

/** Returns the topic under which reports about somebody's messages are collected. */
export function reportTopic(sender: UserRecord | undefined): string {
  return normaliseTopic(`${sender?.fullName ?? "Unknown user"} moderation requests`);
}

/** Writes the report that the moderators read. */
export function writeReport(
  { reporter, message, type, description }: Report,
  realm: Pick<RealmView, "users" | "channels">,
): string {
  const sender = realm.users.users.get(message.senderId);
  const who = sender ? mention(sender) : "somebody";
  const fence = fenceFor(`${message.content}${description}`);
  const lines = [
    `${mention(reporter)} reported a ${linkTo(message, realm)} sent by ${who}.`,
    `- Reason: **${reasons[type]}**`,
    ...(description === "" ? [] : ["- Notes:", `${fence}quote`, description, fence]),
    `${fence}spoiler **Message sent by ${who}**`,
    message.content,
    fence,
  ];
  return lines.join("\n");
}

function linkTo(message: MessageRow, { channels }: Pick<RealmView, "channels">): string {
  const channel = channels.channels.get(message.channelId ?? 0);
  if (!channel) return "direct message";
  const place = { channelId: channel.id, channelName: channel.name, topic: message.topic };
  return `[message](${messageHash(place, message.id)})`;
}
