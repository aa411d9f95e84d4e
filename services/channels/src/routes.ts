import {
  listAuditEntries,
  listAuditHeads,
  listNextAuditEntries,
  readAuditHead,
  verifyAuditEntries,
} from "@team-chat/audit";
import * as contract from "@team-chat/contract";
import { internalRoute, type InternalRoute, route, type Route } from "@team-chat/http";

import type { Context } from "./context.ts";
import { addDefaultChannel } from "./operations/channels/add-default-channel.ts";
import { archiveChannel } from "./operations/channels/archive-channel.ts";
import { createChannel } from "./operations/channels/create-channel.ts";
import { getChannelEmailAddress } from "./operations/channels/get-channel-email-address.ts";
import { getChannelId } from "./operations/channels/get-channel-id.ts";
import { getChannel } from "./operations/channels/get-channel.ts";
import { listChannelMembers } from "./operations/channels/list-channel-members.ts";
import { listChannels } from "./operations/channels/list-channels.ts";
import { listInvitableChannels } from "./operations/channels/list-invitable-channels.ts";
import { removeDefaultChannel } from "./operations/channels/remove-default-channel.ts";
import { updateChannel } from "./operations/channels/update-channel.ts";
import { createChannelFolder } from "./operations/folders/create-channel-folder.ts";
import { listChannelFolders } from "./operations/folders/list-channel-folders.ts";
import { reorderChannelFolders } from "./operations/folders/reorder-channel-folders.ts";
import { updateChannelFolder } from "./operations/folders/update-channel-folder.ts";
import { finishChannelsImport } from "./operations/imports/finish-channels-import.ts";
import { importRows } from "./operations/imports/import-rows.ts";
import { reserveIds } from "./operations/imports/reserve-ids.ts";
import { countChannels } from "./operations/peers/count-channels.ts";
import { countPerson } from "./operations/peers/count-person.ts";
import { countRealm } from "./operations/peers/count-realm.ts";
import { deleteRealm } from "./operations/peers/delete-realm.ts";
import { erasePerson } from "./operations/peers/erase-person.ts";
import { followMessages } from "./operations/peers/follow-messages.ts";
import { followUsers } from "./operations/peers/follow-users.ts";
import { getChannelsState } from "./operations/peers/get-channels-state.ts";
import { getChannelsVersion } from "./operations/peers/get-channels-version.ts";
import { getGroupUses } from "./operations/peers/get-group-uses.ts";
import { getSpectatorAccess } from "./operations/peers/get-spectator-access.ts";
import { getUserChannels } from "./operations/peers/get-user-channels.ts";
import { listExpiring } from "./operations/peers/list-expiring.ts";
import { listTopicListeners } from "./operations/peers/list-topic-listeners.ts";
import { readExportedRows } from "./operations/peers/read-exported-rows.ts";
import { readPersonRows } from "./operations/peers/read-person-rows.ts";
import { getRegisterSections } from "./operations/register/get-register-sections.ts";
import { getSubscriptionStatus } from "./operations/subscriptions/get-subscription-status.ts";
import { listSubscriptions } from "./operations/subscriptions/list-subscriptions.ts";
import { subscribe } from "./operations/subscriptions/subscribe.ts";
import { unsubscribe } from "./operations/subscriptions/unsubscribe.ts";
import { updateSubscriptionProperties } from "./operations/subscriptions/update-subscription-properties.ts";
import { updateSubscriptionProperty } from "./operations/subscriptions/update-subscription-property.ts";
import { updateSubscriptions } from "./operations/subscriptions/update-subscriptions.ts";
import { moveTopicPreferences } from "./operations/topics/move-topic-preferences.ts";
import { setTopicMuted } from "./operations/topics/set-topic-muted.ts";
import { setTopicVisibilityFor } from "./operations/topics/set-topic-visibility-for.ts";
import { setTopicVisibility } from "./operations/topics/set-topic-visibility.ts";

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
  internalRoute(contract.expiringOperations.channels, listExpiring),
  internalRoute(contract.countChannels, countChannels),
  internalRoute(contract.getSpectatorAccess, (ctx: Context, _identity, input) =>
    getSpectatorAccess(ctx, input),
  ),
  internalRoute(contract.followMessages, followMessages),
  internalRoute(contract.followUsers, followUsers),
  internalRoute(contract.moveTopicPreferences, moveTopicPreferences),
  internalRoute(contract.setTopicVisibilityFor, setTopicVisibilityFor),
  internalRoute(contract.getGroupUses, getGroupUses),
  internalRoute(contract.exportedRowsOperations.channels, readExportedRows),
  internalRoute(contract.personRowsOperations.channels, readPersonRows),
  internalRoute(contract.importOperations.channels.reserve, reserveIds),
  internalRoute(contract.importOperations.channels.rows, importRows),
  internalRoute(contract.finishChannelsImport, finishChannelsImport),
  internalRoute(contract.deleteRealmOperations.channels, deleteRealm),
  internalRoute(contract.countRealmOperations.channels, countRealm),
  internalRoute(contract.erasePersonOperations.channels, erasePerson),
  internalRoute(contract.countPersonOperations.channels, countPerson),
  internalRoute(contract.auditOperationsOf.channels.list, listAuditEntries),
  internalRoute(contract.auditOperationsOf.channels.next, listNextAuditEntries),
  internalRoute(contract.auditOperationsOf.channels.heads, listAuditHeads),
  internalRoute(contract.auditOperationsOf.channels.verify, verifyAuditEntries),
  internalRoute(contract.auditHeadOperations.channels.head, readAuditHead),
  internalRoute(contract.listInvitableChannels, listInvitableChannels),
  internalRoute(contract.listTopicListeners, listTopicListeners),
  internalRoute(contract.registerOperations.channels, getRegisterSections),
];
