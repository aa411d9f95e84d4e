import * as contract from "@team-chat/contract";
import { internalRoute, type InternalRoute, route, type Route } from "@team-chat/http";

import type { Context } from "./context.ts";
import { addDefaultChannel } from "./operations/add-default-channel.ts";
import { archiveChannel } from "./operations/archive-channel.ts";
import { createChannelFolder } from "./operations/create-channel-folder.ts";
import { createChannel } from "./operations/create-channel.ts";
import { followMessages } from "./operations/follow-messages.ts";
import { followUsers } from "./operations/follow-users.ts";
import { getChannelEmailAddress } from "./operations/get-channel-email-address.ts";
import { getChannelId } from "./operations/get-channel-id.ts";
import { getChannel } from "./operations/get-channel.ts";
import { getChannelsState } from "./operations/get-channels-state.ts";
import { getChannelsVersion } from "./operations/get-channels-version.ts";
import { getGroupUses } from "./operations/get-group-uses.ts";
import { getRegisterSections } from "./operations/get-register-sections.ts";
import { getSpectatorAccess } from "./operations/get-spectator-access.ts";
import { getSubscriptionStatus } from "./operations/get-subscription-status.ts";
import { getUserChannels } from "./operations/get-user-channels.ts";
import { listChannelFolders } from "./operations/list-channel-folders.ts";
import { listChannelMembers } from "./operations/list-channel-members.ts";
import { listChannels } from "./operations/list-channels.ts";
import { listInvitableChannels } from "./operations/list-invitable-channels.ts";
import { listSubscriptions } from "./operations/list-subscriptions.ts";
import { moveTopicPreferences } from "./operations/move-topic-preferences.ts";
import { removeDefaultChannel } from "./operations/remove-default-channel.ts";
import { reorderChannelFolders } from "./operations/reorder-channel-folders.ts";
import { setTopicMuted } from "./operations/set-topic-muted.ts";
import { setTopicVisibilityFor } from "./operations/set-topic-visibility-for.ts";
import { setTopicVisibility } from "./operations/set-topic-visibility.ts";
import { subscribe } from "./operations/subscribe.ts";
import { unsubscribe } from "./operations/unsubscribe.ts";
import { updateChannelFolder } from "./operations/update-channel-folder.ts";
import { updateChannel } from "./operations/update-channel.ts";
import { updateSubscriptionProperties } from "./operations/update-subscription-properties.ts";
import { updateSubscriptionProperty } from "./operations/update-subscription-property.ts";
import { updateSubscriptions } from "./operations/update-subscriptions.ts";

export const routes: readonly Route<Context>[] = [
  route(contract.subscribe, subscribe),
  route(contract.unsubscribe, unsubscribe),
  route(contract.updateSubscriptions, updateSubscriptions),
  route(contract.listSubscriptions, listSubscriptions),
  route(contract.listChannels, listChannels),
  route(contract.getChannel, getChannel),
  route(contract.getChannelId, getChannelId),
  route(contract.listChannelMembers, listChannelMembers),
  route(contract.updateSubscriptionProperties, updateSubscriptionProperties),
  route(contract.createChannel, createChannel),
  route(contract.updateChannel, updateChannel),
  route(contract.archiveChannel, archiveChannel),
  route(contract.setTopicVisibility, setTopicVisibility),
  route(contract.addDefaultChannel, addDefaultChannel),
  route(contract.removeDefaultChannel, removeDefaultChannel),
  route(contract.createChannelFolder, createChannelFolder),
  route(contract.listChannelFolders, listChannelFolders),
  route(contract.reorderChannelFolders, reorderChannelFolders),
  route(contract.updateChannelFolder, updateChannelFolder),
  route(contract.updateSubscriptionProperty, updateSubscriptionProperty),
  route(contract.setTopicMuted, setTopicMuted),
  route(contract.getSubscriptionStatus, getSubscriptionStatus),
  route(contract.getUserChannels, getUserChannels),
  route(contract.getChannelEmailAddress, getChannelEmailAddress),
];

export const internalRoutes: readonly InternalRoute<Context>[] = [
  internalRoute(contract.getChannelsState, (ctx: Context, _identity, input) =>
    getChannelsState(ctx, input),
  ),
  internalRoute(contract.getChannelsVersion, (ctx: Context, _identity, input) =>
    getChannelsVersion(ctx, input),
  ),
  internalRoute(contract.getSpectatorAccess, (ctx: Context, _identity, input) =>
    getSpectatorAccess(ctx, input),
  ),
  internalRoute(contract.followMessages, followMessages),
  internalRoute(contract.followUsers, followUsers),
  internalRoute(contract.moveTopicPreferences, moveTopicPreferences),
  internalRoute(contract.setTopicVisibilityFor, setTopicVisibilityFor),
  internalRoute(contract.getGroupUses, getGroupUses),
  internalRoute(contract.listInvitableChannels, listInvitableChannels),
  internalRoute(contract.registerOperations.channels, getRegisterSections),
];
