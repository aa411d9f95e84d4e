import { archiveChannel } from "./archive-channel.ts";
import { createChannel } from "./create-channel.ts";
import { getChannelId } from "./get-channel-id.ts";
import { getChannel } from "./get-channel.ts";
import { listChannelMembers } from "./list-channel-members.ts";
import { listChannels } from "./list-channels.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import { setTopicVisibility } from "./set-topic-visibility.ts";
import { subscribe } from "./subscribe.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { updateChannel } from "./update-channel.ts";
import { updateSubscriptionProperties } from "./update-subscription-properties.ts";

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
  archiveChannel,
  createChannel,
  getChannel,
  getChannelId,
  listChannelMembers,
  listChannels,
  listSubscriptions,
  setTopicVisibility,
  subscribe,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
};

export const channelsOperations = [
  subscribe,
  unsubscribe,
  listSubscriptions,
  updateSubscriptionProperties,
  listChannels,
  getChannel,
  getChannelId,
  listChannelMembers,
  createChannel,
  updateChannel,
  archiveChannel,
  setTopicVisibility,
] as const;
