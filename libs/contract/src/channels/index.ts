import { addDefaultChannel } from "./add-default-channel.ts";
import { archiveChannel } from "./archive-channel.ts";
import { createChannel } from "./create-channel.ts";
import { getChannelEmailAddress } from "./get-channel-email-address.ts";
import { getChannelId } from "./get-channel-id.ts";
import { getChannel } from "./get-channel.ts";
import { getSubscriptionStatus } from "./get-subscription-status.ts";
import { getUserChannels } from "./get-user-channels.ts";
import { listChannelMembers } from "./list-channel-members.ts";
import { listChannels } from "./list-channels.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import { removeDefaultChannel } from "./remove-default-channel.ts";
import { setTopicMuted } from "./set-topic-muted.ts";
import { setTopicVisibility } from "./set-topic-visibility.ts";
import { subscribe } from "./subscribe.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { updateChannel } from "./update-channel.ts";
import { updateSubscriptionProperties } from "./update-subscription-properties.ts";
import { updateSubscriptionProperty } from "./update-subscription-property.ts";
import { updateSubscriptions } from "./update-subscriptions.ts";

export {
  type ChannelObject,
  channelObject,
  channelPermissionFields,
  topicsPolicy,
} from "./channel-object.ts";
export { channelsEvent, channelsFacts } from "./events.ts";
export { maxChannelDescriptionLength, maxChannelNameLength } from "./channel-params.ts";
export { type SubscriptionObject, subscriptionObject } from "./subscription-object.ts";
export {
  addDefaultChannel,
  archiveChannel,
  createChannel,
  getChannel,
  getChannelEmailAddress,
  getChannelId,
  getSubscriptionStatus,
  getUserChannels,
  listChannelMembers,
  listChannels,
  listSubscriptions,
  removeDefaultChannel,
  setTopicMuted,
  setTopicVisibility,
  subscribe,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
  updateSubscriptionProperty,
  updateSubscriptions,
};

export const channelsOperations = [
  listChannels,
  createChannel,
  getChannelId,
  getChannel,
  updateChannel,
  archiveChannel,
  listChannelMembers,
  getChannelEmailAddress,
  addDefaultChannel,
  removeDefaultChannel,
] as const;

export const subscriptionsOperations = [
  subscribe,
  unsubscribe,
  listSubscriptions,
  getSubscriptionStatus,
  getUserChannels,
  updateSubscriptionProperties,
  updateSubscriptionProperty,
  updateSubscriptions,
] as const;

export const topicPreferencesOperations = [setTopicVisibility, setTopicMuted] as const;
