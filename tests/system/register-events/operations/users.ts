import { userSettings } from "@team-chat/contract";

import type { Draw } from "../draw.ts";
import { type Draws, drawGroupSetting, settingValue } from "./draws.ts";

function fullName(draw: Draw): string {
  return `${draw.of(["Ada", "Grace", "Alan", "Edsger"])} ${draw.int(100)}`;
}

const accountDraws: Draws = {
  createUser: (draw) => ({
    email: `new${draw.int(1_000_000)}@example.com`,
    password: "correct-horse-battery",
    full_name: fullName(draw),
  }),
  createBot: (draw) => ({
    full_name: fullName(draw),
    short_name: `bot${draw.int(1_000_000)}`,
    bot_type: draw.of([1, 2, 3]),
    payload_url: "https://example.com/hook",
  }),
  updateUser: (draw, seen) => ({
    user_id: draw.of(seen.users)["user_id"],
    ...draw.of([
      { full_name: fullName(draw) },
      { role: draw.of([100, 200, 300, 400, 600]) },
      { new_email: `moved${draw.int(1_000_000)}@example.com` },
    ]),
  }),
  updateUserByEmail: (draw, seen) => ({
    email: draw.of(seen.users)["email"],
    full_name: fullName(draw),
  }),
  deactivateUser: (draw, seen) => ({ user_id: draw.of(seen.users)["user_id"] }),
  reactivateUser: (draw, seen) => ({
    user_id: draw.of(seen.list("realm_non_active_users"))["user_id"],
  }),
  updateBot: (draw, seen) => ({
    bot_id: draw.of(seen.ids("realm_bots", "user_id")),
    ...draw.of([{ full_name: fullName(draw) }, { bot_owner_id: draw.of(seen.userIds) }]),
  }),
  giveBot: (draw, seen) => ({
    bot_id: draw.of(seen.ids("realm_bots", "user_id").slice(-2)),
    bot_owner_id: draw.of(seen.colleagueIds.slice(0, 4)),
  }),
  deactivateBot: (draw, seen) => ({ bot_id: draw.of(seen.ids("realm_bots", "user_id")) }),
};

const settingDraws: Draws = {
  updateSettings: (draw) => {
    if (draw.once(5)) return { full_name: fullName(draw) };
    if (draw.once(5)) return { timezone: draw.of(["Europe/Berlin", "America/New_York"]) };
    const [name, schema] = draw.of(Object.entries(userSettings.shape));
    return { [name]: settingValue(draw, schema) };
  },
  /** People are announced as there, or gone, when they begin or cease to share their presence. */
  shareOwnPresence: (draw) => ({ presence_enabled: draw.bool() }),
  updateDisplaySettings: (draw) => ({
    [draw.of(["twenty_four_hour_time", "translate_emoticons"])]: draw.bool(),
    left_side_userlist: draw.bool(),
  }),
  updateNotificationSettings: (draw) => ({
    [draw.of(["enable_sounds", "enable_desktop_notifications"])]: draw.bool(),
    pm_content_in_desktop_notifications: draw.bool(),
  }),
  updateOwnStatus: (draw) => ({
    status_text: draw.of(["", "here", "away"]),
    ...draw.of([{}, { emoji_name: "octopus" }, { emoji_name: "" }]),
  }),
  updateUserStatus: (draw, seen) => ({
    user_id: draw.of(seen.userIds),
    status_text: draw.of(["", "set by another"]),
  }),
};

const personalDraws: Draws = {
  // Nobody is told of who was never active and is idle: clients ask once a minute.
  updateOwnPresence: (draw) => ({ status: "active", new_user_input: draw.bool() }),
  addAlertWords: (draw) => ({ alert_words: draw.some(["fire", "Water", "earth"]) }),
  removeAlertWords: (draw) => ({ alert_words: draw.some(["fire", "Water", "earth"]) }),
  muteUser: (draw, seen) => ({ muted_user_id: draw.of(seen.userIds) }),
  unmuteUser: (draw, seen) => ({ muted_user_id: draw.of(seen.ids("muted_users")) }),
  createSavedSnippet: (draw) => ({ title: draw.word(), content: "**thanks**" }),
  updateSavedSnippet: (draw, seen) => ({
    saved_snippet_id: draw.of(seen.ids("saved_snippets")),
    title: `${draw.word()} ${draw.int(9)}`,
  }),
  deleteSavedSnippet: (draw, seen) => ({ saved_snippet_id: draw.of(seen.ids("saved_snippets")) }),
  registerClientDevice: () => ({}),
  removeClientDevice: (draw, seen) => ({ device_id: draw.of(seen.deviceIds) }),
  addNavigationView: (draw) =>
    draw.bool()
      ? { fragment: draw.of(["inbox", "recent", "all"]), is_pinned: draw.bool() }
      : {
          fragment: `narrow/is/${draw.int(9)}`,
          is_pinned: draw.bool(),
          name: `View ${draw.int(99)}`,
        },
  updateNavigationView: (draw, seen) => ({
    fragment: draw.of(seen.list("navigation_views"))["fragment"],
    is_pinned: draw.bool(),
  }),
  deleteNavigationView: (draw, seen) => ({
    fragment: draw.of(seen.list("navigation_views"))["fragment"],
  }),
};

const groupDraws: Draws = {
  createUserGroup: (draw, seen) => ({
    name: `Group ${draw.int(1000)}`,
    description: draw.word(),
    members: draw.some(seen.userIds),
    ...(draw.bool() ? { subgroups: draw.some(seen.groupIds, 1) } : {}),
  }),
  updateUserGroup: (draw, seen) => ({
    user_group_id: draw.of(seen.ownGroupIds),
    ...draw.of([
      { name: `Group ${draw.int(1000)}` },
      { description: draw.word() },
      { deactivated: false },
      { can_mention_group: { new: drawGroupSetting(draw, seen) } },
    ]),
  }),
  updateUserGroupMembers: (draw, seen) => ({
    user_group_id: draw.of(seen.ownGroupIds),
    ...(draw.bool() ? { add: draw.some(seen.userIds) } : { delete: draw.some(seen.userIds) }),
  }),
  updateUserGroupSubgroups: (draw, seen) => ({
    user_group_id: draw.of(seen.ownGroupIds),
    ...(draw.bool()
      ? { add: draw.some(seen.groupIds, 1) }
      : { delete: draw.some(seen.groupIds, 1) }),
  }),
  addSubgroup: (draw, seen) => ({
    user_group_id: draw.of(seen.ownGroupIds),
    add: draw.some(seen.groupIds),
  }),
  removeSubgroup: (draw, seen) => {
    const { id, parts } = draw.of(seen.composedGroups);
    return { user_group_id: id, delete: [draw.of(parts)] };
  },
  // Older ones are often in use.
  deactivateUserGroup: (draw, seen) => ({ user_group_id: draw.of(seen.ownGroupIds.slice(-3)) }),
  deleteUserGroup: (draw, seen) => ({ user_group_id: draw.of(seen.ownGroupIds) }),
};

export const usersDraws: Draws = {
  ...accountDraws,
  ...settingDraws,
  ...personalDraws,
  ...groupDraws,
};
