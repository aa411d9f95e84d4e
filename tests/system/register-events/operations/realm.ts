import { realmPermissions, userSettings } from "@team-chat/contract";

import type { Draw } from "../draw.ts";
import type { Seen } from "../seen.ts";
import { type Draws, drawGroupSetting, settingValue } from "./draws.ts";

function realmChange(draw: Draw, seen: Seen): Record<string, unknown> {
  if (draw.once(6)) return guestsLimit(draw, seen, ["role:everyone", "role:members"]);
  if (draw.once(4)) {
    const name = draw.of(Object.keys(realmPermissions));
    return { [name]: { new: drawGroupSetting(draw, seen) } };
  }
  return draw.of([
    { name: `Organization ${draw.int(100)}` },
    { description: `About **${draw.word()}**` },
    { allow_message_editing: draw.bool() },
    { message_content_edit_limit_seconds: draw.of([60, 600, "unlimited"]) },
    { message_content_delete_limit_seconds: draw.of([60, 600, "unlimited"]) },
    { enable_spectator_access: draw.bool() },
    { enable_read_receipts: draw.bool() },
    { message_edit_history_visibility_policy: draw.of(["all", "moves", "none"]) },
    { topics_policy: draw.of(["allow_empty_topic", "disable_empty_topic"]) },
    { waiting_period_threshold: draw.int(30) },
    { default_language: draw.of(["en", "de"]) },
    { send_welcome_emails: draw.bool() },
    { presence_disabled: draw.bool() },
    { jitsi_server_url: draw.of(["https://meet.example.com", "default"]) },
    { name_changes_disabled: draw.bool() },
  ]);
}

function guestsLimit(draw: Draw, seen: Seen, names: readonly string[]) {
  const groups = seen.list("realm_user_groups").filter(({ name }) => names.includes(String(name)));
  return { can_access_all_users_group: { new: draw.of(groups)["id"] } };
}

/** Of the organization. */
export const realmDraws: Draws = {
  updateRealm: realmChange,
  limitGuests: (draw, seen) => guestsLimit(draw, seen, ["role:members"]),
  updateUserSettingsDefaults: (draw) => {
    const [name, schema] = draw.of(Object.entries(userSettings.shape));
    return { [name]: settingValue(draw, schema) };
  },
  addRealmDomain: (draw) => ({
    domain: `d${draw.int(9)}.example.com`,
    allow_subdomains: draw.bool(),
  }),
  updateRealmDomain: (draw, seen) => ({
    domain: draw.of(seen.list("realm_domains"))["domain"],
    allow_subdomains: draw.bool(),
  }),
  removeRealmDomain: (draw, seen) => ({
    domain: draw.of(seen.list("realm_domains"))["domain"],
  }),
  sendInvites: (draw) => ({
    invitee_emails: `guest${draw.int(1_000_000)}@example.org`,
    invite_as: draw.of([400, 600]),
    stream_ids: [],
  }),
  createInviteLink: (draw) => ({ invite_as: draw.of([400, 600]), stream_ids: [] }),
  revokeInvite: (draw) => ({ invite_id: 1 + draw.int(20) }),
  revokeInviteLink: (draw) => ({ invite_id: 1 + draw.int(20) }),
  resendInvite: (draw) => ({ invite_id: 1 + draw.int(20) }),
  uploadRealmEmoji: (draw) => ({ emoji_name: `beast${draw.int(1000)}` }),
  uploadRealmIcon: () => ({}),
  deleteRealmIcon: () => ({}),
  deactivateRealmEmoji: (draw, seen) => ({
    emoji_name: draw.of(seen.emojiNames),
  }),
  addPlayground: (draw) => ({
    name: `Playground ${draw.int(99)}`,
    pygments_language: draw.of(["Python", "Rust"]),
    url_template: "https://example.com/{code}",
  }),
  removePlayground: (draw, seen) => ({ playground_id: draw.of(seen.ids("realm_playgrounds")) }),
  createProfileField: (draw) => ({ name: `Field ${draw.int(99)}`, field_type: draw.of([1, 2, 8]) }),
  updateProfileField: (draw, seen) => ({
    field_id: draw.of(seen.ids("custom_profile_fields")),
    ...draw.of([
      { name: `Field ${draw.int(99)}` },
      { hint: draw.word() },
      { required: draw.bool() },
    ]),
  }),
  deleteProfileField: (draw, seen) => ({ field_id: draw.of(seen.ids("custom_profile_fields")) }),
  reorderProfileFields: (draw, seen) => ({
    order: draw.shuffled(seen.ids("custom_profile_fields")),
  }),
  updateProfileData: (draw, seen) => ({
    data: [{ id: draw.of(seen.ids("custom_profile_fields")), value: draw.word() }],
  }),
  removeProfileData: (draw, seen) => ({ data: [draw.of(seen.ids("custom_profile_fields"))] }),
  addLinkifier: (draw) => ({
    pattern: `${draw.of(["A", "B", "C"])}${draw.int(9)}-(?P<id>[0-9]+)`,
    url_template: "https://example.com/{id}",
  }),
  updateLinkifier: (draw, seen) => ({
    filter_id: draw.of(seen.ids("realm_linkifiers")),
    pattern: `D${draw.int(99)}-(?P<id>[0-9]+)`,
    url_template: "https://example.com/{id}",
  }),
  removeLinkifier: (draw, seen) => ({ filter_id: draw.of(seen.ids("realm_linkifiers")) }),
  reorderLinkifiers: (draw, seen) => ({
    ordered_linkifier_ids: draw.shuffled(seen.ids("realm_linkifiers")),
  }),
};
