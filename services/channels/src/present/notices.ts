import type { GroupSettingValue, UserRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import { sameGroupSetting } from "../policies/channel-settings.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import type { Notice } from "../values/notice.ts";

/** Topic of notices about a channel's own changes (docs/behaviour/channels.md#notices). */
const eventsTopic = "channel events";
/** Topic of announcements of new channels. */
const announcementsTopic = "new channels";

/** Told in a new channel itself. */
export function createdNotice(channel: ChannelRow, actor: UserRecord): Notice {
  const description = channel.description === "" ? "*No description.*" : channel.description;
  const content = `**${privacyOf(channel)}** channel created by ${mention(actor)}. **Description:**\n${quote(description)}`;
  return { ...inChannel(channel, content), readBy: [actor.id] };
}

/** Told where the organization announces new channels. Private ones are not: their names are nobody's business. */
export function announcements(
  created: readonly ChannelRow[],
  actor: UserRecord,
  users: UserDirectory,
): Notice[] {
  const channelId = users.realm?.settings["new_stream_announcements_stream_id"];
  const links = created.filter(({ isPrivate }) => !isPrivate).map((channel) => link(channel));
  if (typeof channelId !== "number" || channelId <= 0 || links.length === 0) return [];
  const what =
    links.length === 1 ? `a new channel ${links.join("")}` : `new channels: ${links.join(", ")}`;
  const to = { kind: "channel", channelId, topic: announcementsTopic } as const;
  return [{ to, content: `${mention(actor)} created ${what}.`, readBy: [] }];
}

/** Told to each user whom somebody else subscribed to channels that were there before. */
export function subscribedNotice(
  channels: readonly ChannelRow[],
  actor: UserRecord,
  userIds: readonly number[],
): Notice {
  const links = channels.map((channel) => link(channel));
  const content =
    links.length === 1
      ? `${mention(actor)} subscribed you to ${links.join("")}.`
      : `${mention(actor)} subscribed you to the following channels:\n\n${links.map((text) => `* ${text}`).join("\n")}`;
  return { to: { kind: "users", userIds: [...userIds] }, content, readBy: [] };
}

/** Told in a channel that is archived. */
export function archivedNotice(channel: ChannelRow): Notice {
  return inChannel(channel, `Channel ${link(channel)} has been archived.`);
}

/** Told in a channel about its changes, in the order in which they are made. */
export function changeNotices(
  { after, before }: { readonly before: ChannelRow; readonly after: ChannelRow },
  actor: UserRecord,
  users: UserDirectory,
): Notice[] {
  const who = mention(actor);
  const [was, is] = [privacyOf(before), privacyOf(after)];
  const posting = postingChange({ before, after }, users);
  const texts = [
    was === is
      ? ""
      : `${who} changed the [access permissions](/help/channel-permissions) for this channel from **${was}** to **${is}**.`,
    before.messageRetentionDays === after.messageRetentionDays
      ? ""
      : `${who} changed the [message retention period](/help/message-retention-policy) for this channel from **${retentionOf(before)}** to **${retentionOf(after)}**.`,
    before.isArchived && !after.isArchived ? `Channel ${link(after)} un-archived.` : "",
    before.description === after.description
      ? ""
      : `${who} changed the description for this channel.\n\n**Old description:**\n${quoteOf(before)}\n\n**New description:**\n${quoteOf(after)}`,
    before.name === after.name
      ? ""
      : `${who} renamed channel **${before.name}** to **${after.name}**.`,
    posting === null
      ? ""
      : `${who} changed the [posting permissions](/help/channel-posting-policy) for this channel${posting}.`,
  ];
  return texts.filter((text) => text !== "").map((text) => inChannel(after, text));
}

function inChannel({ id, topicsPolicy }: ChannelRow, content: string): Notice {
  const topic = topicsPolicy === "empty_topic_only" ? "" : eventsTopic;
  return { to: { kind: "channel", channelId: id, topic }, content, readBy: [] };
}

function privacyOf(channel: ChannelRow): string {
  if (channel.isWebPublic) return "Web-public";
  if (!channel.isPrivate) return "Public";
  return `Private, ${channel.historyPublicToSubscribers ? "shared" : "protected"} history`;
}

function retentionOf({ messageRetentionDays: days }: ChannelRow): string {
  if (days === null) return "Organization default";
  if (days === -1) return "Forever";
  return days === 1 ? "1 day" : `${days} days`;
}

/** Named groups are told; null when who may post is as before. */
function postingChange(
  { after, before }: { readonly before: ChannelRow; readonly after: ChannelRow },
  users: UserDirectory,
): string | null {
  const [was, is] = [postersOf(before), postersOf(after)];
  if (was === undefined || is === undefined || sameGroupSetting(was, is)) return null;
  return ` from ${nameOf(was, users)} to ${nameOf(is, users)}`;
}

function postersOf({ permissions }: ChannelRow): GroupSettingValue | undefined {
  return permissions["can_send_message_group"];
}

function nameOf(value: GroupSettingValue, users: UserDirectory): string {
  if (typeof value === "number") return `@_*${users.groups.get(value)?.name ?? String(value)}*`;
  const members = value.direct_members.flatMap((id) => {
    const user = users.users.get(id);
    return user ? [mention(user)] : [];
  });
  const groups = value.direct_subgroups.map((id) => nameOf(id, users));
  return [...members, ...groups].join(", ");
}

function mention({ fullName, id }: UserRecord): string {
  return `@_**${fullName}|${id}**`;
}

function link({ name }: ChannelRow): string {
  return `#**${name}**`;
}

function quoteOf({ description }: ChannelRow): string {
  return quote(description === "" ? "*No description.*" : description);
}

/** Writes the text as a quote block whose fence is longer than any in it. */
function quote(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(4, ...runs.map((length) => length + 1)));
  return `${fence} quote\n${text}\n${fence}`;
}
