import { type RegisterRequest, wants } from "@team-chat/contract";
import { hasMetadataAccess, isGuest } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import { emptyTopicName } from "../policies/topic.ts";
import type { RegisterRows } from "../queries/register-rows.ts";
import type { UserTopicRow } from "../queries/user-topics.ts";
import { viewChannel } from "./channel-view.ts";
import { listDefaultChannels } from "./default-channels.ts";
import { type IncludeSubscribers, renderSubscriptionLists } from "./subscription-lists.ts";
import { presentMutedTopics, presentUserTopics } from "./user-topics.ts";

type Sections = Record<string, string>;

/** What the sections are made of, besides what is in memory. */
interface Loaded {
  readonly rows: RegisterRows;
  readonly includeSubscribers: IncludeSubscribers;
}

/**
 * This service's sections of `POST /register` as JSON texts (docs/behaviour/subscriptions.md#listing-subscriptions).
 */
export function renderRegisterSections(
  request: RegisterRequest,
  { rows, includeSubscribers }: Loaded,
  directories: RealmDirectories,
): Sections {
  const { channels } = directories;
  const sections: Sections = {};
  if (wants(request, "subscription"))
    Object.assign(
      sections,
      subscriptionSections(request, { rows, includeSubscribers }, directories),
    );
  if (wants(request, "stream")) sections["streams"] = renderStreams(request, directories);
  if (wants(request, "default_streams"))
    sections["realm_default_streams"] = JSON.stringify(defaultChannels(directories));
  if (wants(request, "default_stream_groups")) sections["realm_default_stream_groups"] = "[]";
  if (wants(request, "channel_folders")) sections["channel_folders"] = JSON.stringify(rows.folders);
  const topics = namedTopics(request, rows.userTopics, directories.users);
  if (wants(request, "user_topic"))
    sections["user_topics"] = JSON.stringify(
      presentUserTopics(topics, { channels, archived: seesArchived(request) }),
    );
  else if (wants(request, "muted_topics"))
    sections["muted_topics"] = JSON.stringify(
      presentMutedTopics(topics, {
        user: directories.actor,
        directories,
        channelOf: (id) => channels.channels.get(id),
      }),
    );
  return sections;
}

function subscriptionSections(
  request: RegisterRequest,
  { rows, includeSubscribers }: Loaded,
  directories: RealmDirectories,
): Sections {
  const lists = renderSubscriptionLists(directories, rows.personal, {
    includeSubscribers,
    nullSettings: request.capabilities["notification_settings_null"] === true,
    archived: seesArchived(request),
  });
  return {
    subscriptions: lists.subscriptions,
    unsubscribed: lists.unsubscribed,
    never_subscribed: lists.neverSubscribed,
  };
}

function renderStreams(request: RegisterRequest, directories: RealmDirectories): string {
  const { actor, channels, users } = directories;
  const texts = channels
    .byName()
    .filter((channel) => !channel.isArchived || seesArchived(request))
    .filter((channel) => hasMetadataAccess(actor, channel, directories))
    .map((channel) => `${viewChannel(channel, channels, users).opened}}`);
  return `[${texts.join(",")}]`;
}

/** Guests get none, as they are not told of changes either. */
function defaultChannels({ actor, channels }: RealmDirectories): number[] {
  return isGuest(actor) ? [] : listDefaultChannels([...channels.channels.values()]);
}

function namedTopics(
  request: RegisterRequest,
  rows: readonly UserTopicRow[],
  users: UserDirectory,
): readonly UserTopicRow[] {
  if (request.capabilities["empty_topic_name"] === true) return rows;
  const name = emptyTopicName(users);
  return rows.map((row) => (row.topic === "" ? { ...row, topic: name } : row));
}

function seesArchived(request: RegisterRequest): boolean {
  return request.capabilities["archived_channels"] === true;
}
