import type { InputOf, updateChannel } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  checkChannelName,
  hasContentAccess,
  holdsRealmPermission,
  isAdministrator,
  isOwner,
} from "@team-chat/policy";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { nameKey } from "../values/realm-channels.ts";
import { planPrivacy } from "./channel-privacy.ts";
import { checkMessageRetention, normalizeDescription } from "./channel-settings.ts";
import { planPermissionChanges } from "./permission-changes.ts";
import { insufficientPermission, ownersOnly } from "./refusals.ts";
import { emptyTopicName } from "./topic.ts";

type Given = InputOf<typeof updateChannel>;
/** Changes that a request makes; the rendered description follows from the description. */
type ChannelChanges = Partial<Omit<ChannelRow, "id" | "renderedDescription">>;

interface UpdateContext extends RealmDirectories {
  /** Tells whether the channel has messages outside its empty topic; asked only when it matters. */
  readonly hasNamedTopics: boolean;
  /** True if the installation allows web-public channels at all. */
  readonly webPublicStreams: boolean;
}

/**
 * Plans everything that `PATCH /streams/{stream_id}` changes, checked in the order of
 * docs/behaviour/channels.md#changing-a-channel; whether the folder exists is the caller's to ask.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, REQUEST_VARIABLE_INVALID, EXPECTATION_MISMATCH,
 * CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY
 */
export function planChannelUpdate(
  given: Given,
  channel: ChannelRow,
  asked: UpdateContext,
): ChannelChanges {
  const actor = { ...asked, mayRead: hasContentAccess(asked.actor, channel, asked) };
  return {
    ...planPrivacy(given, channel, actor),
    ...planDefault(given, channel, asked),
    ...planRetention(given, asked),
    ...planUnarchiving(given, channel, asked),
    ...planTopicsPolicy(given, channel, asked),
    ...(given.description === undefined
      ? {}
      : { description: normalizeDescription(given.description) }),
    ...planName(given, channel, asked),
    ...(given.folder_id === undefined ? {} : { folderId: given.folder_id }),
    permissions: { ...channel.permissions, ...planPermissionChanges(given, channel, actor) },
  };
}

function planDefault(given: Given, channel: ChannelRow, asked: UpdateContext): ChannelChanges {
  const isDefault = given.is_default_stream;
  if (isDefault === undefined) return {};
  if (!isAdministrator(asked.actor)) {
    const message = "You do not have permission to change default channels.";
    throw new AppError("BAD_REQUEST", message);
  }
  if (isDefault && channel.isArchived && given.is_archived !== false)
    throw new AppError("BAD_REQUEST", "A default channel cannot be archived.");
  return { isDefault };
}

function planRetention(given: Given, { actor }: UpdateContext): ChannelChanges {
  if (given.message_retention_days === undefined) return {};
  if (!isOwner(actor)) throw ownersOnly();
  return { messageRetentionDays: checkMessageRetention(given.message_retention_days) };
}

function planUnarchiving(given: Given, channel: ChannelRow, asked: UpdateContext): ChannelChanges {
  if (given.is_archived !== false) return {};
  if (!channel.isArchived)
    throw new AppError("BAD_REQUEST", "Channel is not currently deactivated");
  if (channel.isPrivate && asked.channels.subscribersOf(channel.id).size === 0) {
    const message = "A private channel without subscribers cannot be unarchived.";
    throw new AppError("BAD_REQUEST", message);
  }
  return { isArchived: false };
}

/**
 * Checks that all messages are in the empty topic already, where it is to be the only one
 * (docs/behaviour/channels.md#topic-policy).
 */
function planTopicsPolicy(given: Given, channel: ChannelRow, asked: UpdateContext): ChannelChanges {
  const policy = given.topics_policy;
  if (policy === undefined || policy === channel.topicsPolicy) return {};
  if (!holdsRealmPermission(asked.actor, "can_set_topics_policy_group", asked.users))
    throw insufficientPermission();
  if (policy === "empty_topic_only" && asked.hasNamedTopics) {
    throw new AppError(
      "CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY",
      `To enable this, all messages of this channel must be in the "${emptyTopicName(asked.users)}" topic. Rename or delete other topics first.`,
    );
  }
  return { topicsPolicy: policy };
}

function planName(given: Given, channel: ChannelRow, asked: UpdateContext): ChannelChanges {
  if (given.new_name === undefined) return {};
  const name = checkChannelName(given.new_name);
  if (name === channel.name) throw new AppError("BAD_REQUEST", "Channel already has that name.");
  const recased = nameKey(name) === nameKey(channel.name);
  if (!recased && asked.channels.findByName(name))
    throw new AppError("BAD_REQUEST", "Channel name is already in use.");
  return { name };
}
