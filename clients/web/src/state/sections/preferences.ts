import { topicKey } from "../conversation.ts";
import { isOrganizationSetting } from "../organization-settings.ts";
import type { ServerEvent, State } from "../state.ts";

type Part = Pick<
  State,
  "topicPolicies" | "mutedPeople" | "settings" | "customEmoji" | "organization"
>;

/** Applies what one prefers of topics and people, one's settings, and those of the organization. */
export function applyToPreferences<S extends Part>(state: S, event: ServerEvent): S {
  switch (event.type) {
    case "user_topic": {
      const topicPolicies = new Map(state.topicPolicies);
      const key = topicKey(event.stream_id, event.topic_name);
      if (event.visibility_policy === 0) topicPolicies.delete(key);
      else topicPolicies.set(key, event.visibility_policy);
      return { ...state, topicPolicies };
    }
    case "muted_users":
      return { ...state, mutedPeople: new Set(event.muted_users.map(({ id }) => id)) };
    case "user_settings":
      return { ...state, settings: { ...state.settings, [event.property]: event.value } };
    case "realm_emoji":
      return { ...state, customEmoji: event.realm_emoji };
    case "realm":
      return { ...state, organization: withRealm(state.organization, event) };
    default:
      return state;
  }
}

type Organization = State["organization"];

/** Names that events have for what is kept of the organization. */
const properties: Readonly<Record<string, keyof Organization>> = {
  allow_edit_history: "showsHistory",
  allow_message_editing: "allowsEditing",
  avatar_changes_disabled: "areAvatarsFixed",
  email_changes_disabled: "areEmailsFixed",
  enable_read_receipts: "showsReaders",
  icon_url: "iconUrl",
  message_content_delete_limit_seconds: "deleteLimitSeconds",
  message_content_edit_limit_seconds: "editLimitSeconds",
  name: "name",
  name_changes_disabled: "areNamesFixed",
  presence_disabled: "isPresenceDisabled",
};

function withRealm(
  before: Organization,
  event: Extract<ServerEvent, { type: "realm" }>,
): Organization {
  if (event.op === "deactivated") return before;
  const changed = event.op === "update" ? { [event.property]: event.value } : event.data;
  const known = Object.entries(changed).flatMap(([name, value]) => {
    const property = properties[name];
    return property === undefined ? [] : [[property, value]];
  });
  const permissions = Object.fromEntries(
    Object.entries(changed).filter(([name]) => isPermission(name)),
  ) as Organization["permissions"];
  const settings = Object.fromEntries(
    Object.entries(changed).filter(([name]) => isOrganizationSetting(name)),
  );
  return {
    ...before,
    ...(Object.fromEntries(known) as Partial<Organization>),
    permissions: { ...before.permissions, ...permissions },
    settings: { ...before.settings, ...settings },
  };
}

/** Tells whether a setting of the organization says who may do something. */
export function isPermission(property: string): boolean {
  return /^(can_.*_groups?|create_multiuse_invite_group|direct_message_.*_group)$/.test(property);
}
