import { directWith, keyOf, topicKey } from "./conversation.ts";
import { organizationSettings } from "./organization-settings.ts";
import { channelsByName } from "./sections/channels.ts";
import { isPermission } from "./sections/preferences.ts";
import { unreadOf } from "./sections/unread.ts";
import type { GroupSetting, InitialData, RecentDirect, State } from "./state.ts";

/** Makes the state out of the initial data of a registration. */
export function fromRegister(data: InitialData): State {
  const me = data.user_id;
  const active = [...data.realm_users, ...data.cross_realm_bots];
  const everybody = [
    ...active.map((person) => ({ ...person, is_active: true })),
    ...data.realm_non_active_users.map((person) => ({ ...person, is_active: false })),
  ];
  return {
    me,
    organization: organizationOf(data),
    people: new Map(everybody.map((person) => [person.user_id, person])),
    groups: new Map(data.realm_user_groups.map((group) => [group.id, group])),
    statuses: new Map(Object.entries(data.user_status).map(([id, one]) => [Number(id), one])),
    presences: new Map(),
    typing: new Map(),
    profileFields: data.custom_profile_fields,
    channels: channelsOf(data),
    folders: data.channel_folders,
    topicPolicies: new Map(
      data.user_topics.map((one) => [
        topicKey(one.stream_id, one.topic_name),
        one.visibility_policy,
      ]),
    ),
    mutedPeople: new Set(data.muted_users.map(({ id }) => id)),
    ...unreadOf(data.unread_msgs, me),
    directs: directsOf(data, me),
    drafts: new Map(data.drafts.map((draft) => [draft.id, draft])),
    customEmoji: data.realm_emoji,
    settings: data.user_settings,
    messages: new Map(),
    timelines: new Map(),
  };
}

function organizationOf(data: InitialData): State["organization"] {
  return {
    name: data.realm_name,
    iconUrl: data.realm_icon_url,
    maxMessageLength: data.max_message_length,
    maxTopicLength: data.max_topic_length,
    maxUploadMib: data.max_file_upload_size_mib,
    allowsEditing: data.realm_allow_message_editing,
    editLimitSeconds: data.realm_message_content_edit_limit_seconds,
    deleteLimitSeconds: data.realm_message_content_delete_limit_seconds,
    showsHistory: data.realm_allow_edit_history,
    showsReaders: data.realm_enable_read_receipts,
    areNamesFixed: data.realm_name_changes_disabled,
    areEmailsFixed: data.realm_email_changes_disabled,
    areAvatarsFixed: data.realm_avatar_changes_disabled,
    isPresenceDisabled: data.realm_presence_disabled,
    permissions: permissionsOf(data),
    settings: settingsOf(data),
  };
}

/** Picks out what administrators set. */
function settingsOf(data: InitialData): State["organization"]["settings"] {
  const values = new Map<string, unknown>(Object.entries(data));
  return Object.fromEntries(
    organizationSettings.map((name) => [name, values.get(`realm_${name}`)]),
  );
}

/** Picks out who may do what in the organization; the rest of its settings is for those who change them. */
function permissionsOf(data: InitialData): State["organization"]["permissions"] {
  const start = "realm_";
  const permissions: Record<string, GroupSetting> = {};
  for (const [key, value] of Object.entries(data))
    if (key.startsWith(start) && isPermission(key.slice(start.length)))
      permissions[key.slice(start.length)] = value as GroupSetting;
  return permissions;
}

function channelsOf(data: InitialData): State["channels"] {
  const others = [...data.never_subscribed, ...data.unsubscribed];
  return channelsByName([
    ...others.map((one) => ({ ...one, isSubscribed: false })),
    ...data.subscriptions.map((one) => ({ ...one, isSubscribed: true })),
  ]);
}

function directsOf(data: InitialData, me: number): ReadonlyMap<string, RecentDirect> {
  return new Map(
    data.recent_private_conversations.map(({ max_message_id: newestId, user_ids: ids }) => {
      const { userIds } = directWith(ids, me);
      return [keyOf({ kind: "direct", userIds }), { userIds, newestId }];
    }),
  );
}

/**
 * Carries over what one registration had loaded to the next one: conversations stay on the screen until they are
 * loaded again.
 */
export function carryOver(before: State, fresh: State): State {
  if (before.me !== fresh.me) return fresh;
  const timelines = new Map(
    [...before.timelines].map(([key, timeline]) => [key, { ...timeline, isStale: true }]),
  );
  return { ...fresh, messages: before.messages, presences: before.presences, timelines };
}
