import type { createChannel, GroupSettingValue, InputOf, UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type ChannelPermission,
  channelPermissionNames,
  channelPermissions,
  holdsRealmPermission,
  isAdministrator,
  isOwner,
} from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import {
  type ActorAtInstallation,
  checkGroupSetting,
  checkMayMakeWebPublic,
  checkMessageRetention,
  systemGroupId,
} from "./channel-settings.ts";
import { insufficientPermission, ownersOnly } from "./refusals.ts";

/** Parameters that the operations that create channels share. */
type Given = Omit<
  InputOf<typeof createChannel>,
  "name" | "description" | "subscribers" | "send_new_subscription_messages"
>;

/** Properties of a channel to be created, apart from name and description. */
export interface NewChannelFacts {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isDefault: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly topicsPolicy: Given["topics_policy"];
  readonly messageRetentionDays: number | null;
  readonly folderId: number | null;
  readonly permissions: Readonly<Record<ChannelPermission, GroupSettingValue>>;
}

/**
 * Returns the facts that the parameters describe, with the defaults of
 * docs/behaviour/channels.md#permissions-of-a-channel.
 * @throws BAD_REQUEST, REQUEST_VARIABLE_INVALID when a setting has no such value
 */
export function checkNewChannelSettings(
  given: Given,
  { actor, users }: ActorAtInstallation,
): NewChannelFacts {
  return {
    isPrivate: given.invite_only,
    isWebPublic: given.is_web_public,
    isDefault: given.is_default_stream,
    historyPublicToSubscribers: !given.invite_only || given.history_public_to_subscribers === true,
    topicsPolicy: given.topics_policy,
    messageRetentionDays: checkMessageRetention(given.message_retention_days),
    folderId: given.folder_id ?? null,
    permissions: Object.fromEntries(
      channelPermissionNames.map((name) => [
        name,
        given[name] === undefined
          ? initialSetting(name, actor, users)
          : checkGroupSetting(name, given[name], users),
      ]),
    ) as Record<ChannelPermission, GroupSettingValue>,
  };
}

/**
 * Checks that the actor may create channels with these properties.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL in the order of docs/behaviour/channels.md#creating-a-channel
 */
export function checkMayCreate(facts: NewChannelFacts, creation: ActorAtInstallation): void {
  const { actor, users } = creation;
  const kind = facts.isPrivate
    ? "can_create_private_channel_group"
    : "can_create_public_channel_group";
  if (!holdsRealmPermission(actor, kind, users)) throw insufficientPermission();
  if (facts.isDefault && !isAdministrator(actor)) throw insufficientPermission();
  if (facts.isDefault && facts.isPrivate)
    throw new AppError("BAD_REQUEST", "A default channel cannot be private.");
  if (facts.isWebPublic) checkMayMakeWebPublic(creation);
  if (facts.isWebPublic && facts.isPrivate) throw new AppError("BAD_REQUEST", "Invalid parameters");
  if (facts.messageRetentionDays !== null && !isOwner(actor)) throw ownersOnly();
  const mayChooseTopics = holdsRealmPermission(actor, "can_set_topics_policy_group", users);
  if (facts.topicsPolicy !== "inherit" && !mayChooseTopics) throw insufficientPermission();
  if (changesDeletion(facts, creation)) throw insufficientPermission();
}

/** Tells whether a deletion permission is not the initial one although the actor may not choose. */
function changesDeletion(
  { permissions }: NewChannelFacts,
  { actor, users }: ActorAtInstallation,
): boolean {
  const nobody = systemGroupId("role:nobody", users);
  const chosen =
    permissions.can_delete_any_message_group !== nobody ||
    permissions.can_delete_own_message_group !== nobody;
  return chosen && !holdsRealmPermission(actor, "can_set_delete_message_policy_group", users);
}

function initialSetting(
  name: ChannelPermission,
  actor: UserRecord,
  users: UserDirectory,
): GroupSettingValue {
  const { initially } = channelPermissions[name];
  if (initially === null) return { direct_members: [actor.id], direct_subgroups: [] };
  return systemGroupId(initially, users);
}
