import {
  createAuditDestination,
  createSession,
  listApiKeys,
  listSessions,
  type Operation,
  operations,
} from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { png } from "./pictures.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

/** Parameters that operations need in order to succeed for the owner, as they stand in the request. */
const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createUser: { email: "new@example.com", password: "correct-horse-battery", full_name: "New One" },
  fetchApiKey: { username: "alice@example.com", password: "correct-horse-battery" },
  devFetchApiKey: { username: "alice@example.com" },
  updateUserByEmail: { email: "guest@example.com", full_name: "Some Guest" },
  getUserByEmail: { email: "guest@example.com" },
  createBot: { full_name: "New Bot", short_name: "new" },
  updateBotStorage: { storage: '{"a":"b"}' },
  addPlayground: {
    name: "Try",
    url_template: "https://example.com/{code}",
    pygments_language: "python",
  },
  addAlertWords: { alert_words: '["lunch"]' },
  removeAlertWords: { alert_words: '["lunch"]' },
  createUserGroup: { name: "designers", description: "", members: "[]" },
  updateOwnStatus: { status_text: "busy" },
  createSavedSnippet: { title: "t", content: "c" },
  createScimToken: { name: "Okta" },
  createAuditDestination: { name: "SIEM", url: "https://siem.example.com/" },
  addNavigationView: { fragment: "narrow/topic/a/b", is_pinned: "true", name: "A topic" },
  updateNavigationView: { fragment: "narrow/topic/a/b", is_pinned: "false" },
  deleteNavigationView: { fragment: "narrow/topic/a/b" },
  addLinkifier: { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" },
  updateSettings: { enter_sends: "true" },
  updateDisplaySettings: { enter_sends: "false" },
  updateNotificationSettings: { enable_sounds: "false" },
  updateOwnPresence: { status: "active" },
  getUserPresence: { user_id_or_email: "owner@example.com" },
  updateRealm: { description: "About" },
  updateUserSettingsDefaults: { enter_sends: "true" },
  addBlockedAddress: { pattern: "spam.example" },
  removeBlockedAddress: { pattern: "spam.example" },
  addRealmDomain: { domain: "corp.example", allow_subdomains: "true" },
  updateRealmDomain: { domain: "corp.example", allow_subdomains: "false" },
  removeRealmDomain: { domain: "corp.example" },
  testWelcomeMessage: { welcome_message_custom_text: "Welcome!" },
  sendInvites: { invitee_emails: "invited@example.com" },
  createProfileField: { name: "Field", field_type: "1" },
  updateProfileData: { data: "[]" },
  removeProfileData: { data: "[]" },
};

/** Operations that end what is needed here, or need ids, a file, a device or a foreign key. */
const elsewhere = new Set([
  "uploadRealmIcon",
  "deleteRealmIcon",
  "uploadOwnAvatar",
  "uploadRealmEmoji",
  "deleteOwnAvatar",
  "deactivateRealmEmoji",
  "confirmEmailChange",
  "acceptInvite",
  "previewInvite",
  "deactivateOwnUser",
  "jwtFetchApiKey",
  "addApnsDeviceToken",
  "removeApnsDeviceToken",
  "addAndroidRegId",
  "removeAndroidRegId",
  "sendTestNotification",
  "sendE2eeTestNotification",
  "registerPushDevice",
  "removeClientDevice",
  "createBigBlueButtonCall",
  "joinBigBlueButtonCall",
  "createNextcloudTalkCall",
  "createConstructorGroupsCall",
  "createZoomCall",
  "createWebexCall",
  "registerCallUser",
  "completeCallUser",
  "deauthorizeCallUser",
  "reorderLinkifiers",
  "reorderProfileFields",
]);

const tried = operations.filter(({ name, owner, params, success }) => {
  // Only JSON objects have room for the names.
  if (owner !== "users" || success !== undefined || elsewhere.has(name)) return false;
  const isById = Object.values(params).some(
    ({ schema, wire }) => wire === "path" && schema.safeParse(7).success,
  );
  return !isById;
});

async function ask({ auth, method, name, path }: Operation): Promise<Record<string, unknown>> {
  const fields = new URLSearchParams({ ...needed[name], zebra: "1", client: "test", apple: "x" });
  // A fragment stands in the path as it is, with its slashes (docs/behaviour/organization.md#navigation-views).
  const address = path.replaceAll(/\{(\w+)\*?\}/g, (_all, of: string) => {
    const value = fields.get(of) ?? "";
    fields.delete(of);
    return value;
  });
  const identity = auth === "none" ? world().anonymous() : world().people.owner.identity;
  const response =
    method === "GET"
      ? await world().fetch(identity, `${address}?${fields.toString()}`)
      : await world().fetch(identity, address, { method, body: fields });
  return (await response.json()) as Record<string, unknown>;
}

/** Operations by id, with files or of devices, in an order in which each finds what it needs. */
async function askByIds(): Promise<Readonly<Record<string, unknown>>> {
  const { bot, guest, alice, owner } = world().people;
  const answers: Record<string, unknown> = {};
  const call = async (name: string, address: string, given: Given = {}) => {
    const { as = owner.identity, fields = {}, file } = given;
    const operation = operations.find((one) => one.name === name);
    const { method = "GET" } = operation ?? {};
    const extra = { ...fields, zebra: "1", apple: "x" };
    const query = new URLSearchParams(extra);
    const form = new FormData();
    for (const [key, value] of Object.entries(extra)) form.set(key, value);
    if (file !== undefined) form.set("f", new File([file], "f.png"));
    const init = { method, body: file === undefined ? query : form };
    const response =
      method === "GET"
        ? await world().fetch(as, `${address}?${query.toString()}`)
        : await world().fetch(as, address, init);
    const answer = (await response.json()) as Record<string, unknown>;
    answers[name] = answer;
    return answer;
  };
  const idOf = (answer: Record<string, unknown>, key = "id") => Number(answer[key]);
  const name = { name: "Some", description: "", members: "[]" };
  const group = idOf(
    await call("createUserGroup", "/user_groups/create", { fields: name }),
    "group_id",
  );
  const at = `/user_groups/${group}`;
  const add = { add: `[${guest.id}]` };
  await call("updateUserGroup", at, { fields: { description: "About" } });
  await call("updateUserGroupMembers", `${at}/members`, { fields: add });
  const below = idOf(
    await call("createUserGroup", "/user_groups/create", { fields: { ...name, name: "Below" } }),
    "group_id",
  );
  await call("updateUserGroupSubgroups", `${at}/subgroups`, { fields: { add: `[${below}]` } });
  await call("listUserGroupMembers", `${at}/members`);
  await call("listUserGroupSubgroups", `${at}/subgroups`);
  await call("getIsUserGroupMember", `${at}/members/${guest.id}`);
  await call("deactivateUserGroup", `${at}/deactivate`);
  await call("deleteUserGroup", `/user_groups/${below}`);
  const field = { name: "Team", field_type: "1" };
  const fieldId = idOf(
    await call("createProfileField", "/realm/profile_fields", { fields: field }),
  );
  await call("updateProfileField", `/realm/profile_fields/${fieldId}`, {
    fields: { name: "Crew" },
  });
  const own = await (await world().fetch(owner.identity, "/realm/profile_fields")).json();
  const order = (own as { custom_fields: { id: number }[] }).custom_fields.map(({ id }) => id);
  await call("reorderProfileFields", "/realm/profile_fields", {
    fields: { order: JSON.stringify(order) },
  });
  await call("deleteProfileField", `/realm/profile_fields/${fieldId}`);
  const linkifier = { pattern: "Z(?P<id>[0-9]+)", url_template: "https://example.com/z/{id}" };
  const filter = idOf(await call("addLinkifier", "/realm/filters", { fields: linkifier }));
  const changed = { ...linkifier, pattern: "Y(?P<id>[0-9]+)" };
  await call("updateLinkifier", `/realm/filters/${filter}`, { fields: changed });
  const listed = await (await world().fetch(owner.identity, "/realm/linkifiers")).json();
  const ids = (listed as { linkifiers: { id: number }[] }).linkifiers.map(({ id }) => id);
  await call("reorderLinkifiers", "/realm/linkifiers", {
    fields: { ordered_linkifier_ids: JSON.stringify(ids) },
  });
  await call("removeLinkifier", `/realm/filters/${filter}`);
  const made = await call("createScimToken", "/scim_tokens", { fields: { name: "Entra ID" } });
  await call("deleteScimToken", `/scim_tokens/${idOf(made)}`);
  const siem = `/audit_log/destinations/${idOf(await ask(createAuditDestination))}`;
  await call("updateAuditDestination", siem, { fields: { name: "Store" } });
  await call("deleteAuditDestination", siem);
  const snippet = { title: "t", content: "c" };
  const saved = await call("createSavedSnippet", "/saved_snippets", { fields: snippet });
  const snippetId = idOf(saved, "saved_snippet_id");
  await call("updateSavedSnippet", `/saved_snippets/${snippetId}`, { fields: { title: "u" } });
  await call("deleteSavedSnippet", `/saved_snippets/${snippetId}`);
  const added = await call("registerClientDevice", "/register_client_device");
  const deviceFields = { device_id: String(idOf(added, "device_id")) };
  await call("removeClientDevice", "/remove_client_device", { fields: deviceFields });
  await call("deauthorizeCallUser", "/calls/zoom/deauthorize");
  await call("getUser", `/users/${guest.id}`);
  await call("updateUser", `/users/${guest.id}`, { fields: { full_name: "New Name" } });
  await call("updateUserStatus", `/users/${guest.id}/status`, { fields: { status_text: "x" } });
  await call("getUserStatus", `/users/${guest.id}/status`);
  await call("muteUser", `/users/me/muted_users/${guest.id}`);
  await call("unmuteUser", `/users/me/muted_users/${guest.id}`);
  await call("getRealmUsage", "/realm/usage");
  await call("listSecondFactors", "/second_factors");
  await call("resetSecondFactors", `/users/${guest.id}/second_factors`);
  await call("endUserSessions", `/users/${guest.id}/sessions`);
  await call("deactivateUser", `/users/${guest.id}`);
  await call("reactivateUser", `/users/${guest.id}/reactivate`);
  const browser = { username: owner.email, password: null, client: "", address: "" };
  await world().call(createSession, { realmId: world().realm.id, ...browser });
  const { sessions } = await world().request("owner", listSessions, {});
  await call("endSession", `/users/me/sessions/${sessions[0]?.id}`);
  const keys = `/users/${owner.id}/api_keys`;
  await call("createApiKey", keys, { fields: { name: "x", scopes: JSON.stringify(["read"]) } });
  await call("listApiKeys", keys);
  const { api_keys } = await world().request("owner", listApiKeys, { user_id: owner.id });
  await call("endApiKey", `${keys}/${api_keys[0]?.id}`);
  await call("updateBot", `/bots/${bot.id}`, { fields: { full_name: "New Bot Name" } });
  await call("getBotApiKey", `/bots/${bot.id}/api_key`);
  await call("regenerateBotApiKey", `/bots/${bot.id}/api_key/regenerate`);
  await call("deactivateBot", `/bots/${bot.id}`);
  await call("uploadOwnAvatar", "/users/me/avatar", { file: png });
  await call("deleteOwnAvatar", "/users/me/avatar");
  await call("uploadRealmEmoji", "/realm/emoji/zebra", { file: png });
  await call("deactivateRealmEmoji", "/realm/emoji/zebra");
  await call("uploadRealmIcon", "/realm/icon", { file: png });
  await call("deleteRealmIcon", "/realm/icon");
  const token = { token: "0123456789abcdef" };
  const device = { ...token, appid: "com.example.App" };
  await call("addApnsDeviceToken", "/users/me/apns_device_token", { fields: device });
  await call("removeApnsDeviceToken", "/users/me/apns_device_token", { fields: token });
  await call("addAndroidRegId", "/users/me/android_gcm_reg_id", { fields: token });
  await call("removeAndroidRegId", "/users/me/android_gcm_reg_id", { fields: token });
  await call("deactivateOwnUser", "/users/me", { as: alice.identity });
  return answers;
}

interface Given {
  readonly as?: Identity;
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: Uint8Array<ArrayBuffer>;
}

describe("parameters that an operation does not support (docs/behaviour/api.md#unsupported-parameters)", () => {
  for (const operation of tried)
    test(`parameters that ${operation.name} does not support are named in its answer, and do no harm`, async ({
      expect,
    }) => {
      expect(await ask(operation)).toMatchObject({
        result: "success",
        msg: "",
        ignored_parameters_unsupported: ["apple", "zebra"],
      });
    });

  test("unsupported parameters are named also by operations by id, with files, and of devices", async ({
    expect,
  }) => {
    const answers = await askByIds();
    for (const [name, answer] of Object.entries(answers))
      expect(answer, name).toMatchObject({
        result: "success",
        ignored_parameters_unsupported: ["apple", "zebra"],
      });
    // What is left is refused, needs somebody outside, answers with a picture, or is like another by id.
    const named = new Set([...Object.keys(answers), ...tried.map(({ name }) => name)]);
    const owned = operations.filter(({ owner }) => owner === "users").map(({ name }) => name);
    expect(owned.filter((name) => !named.has(name)).toSorted()).toEqual([
      "acceptInvite",
      "completeCallUser",
      "confirmEmailChange",
      "createBigBlueButtonCall",
      "createConstructorGroupsCall",
      "createNextcloudTalkCall",
      "createWebexCall",
      "createZoomCall",
      "getAvatar",
      "getAvatarImage",
      "getMediumAvatar",
      "getRealmEmojiImage",
      "getRealmIcon",
      "getRealmIconImage",
      "joinBigBlueButtonCall",
      "jwtFetchApiKey",
      "previewInvite",
      "registerCallUser",
      "registerPushDevice",
      "removePlayground",
      "resendInvite",
      "revokeInvite",
      "revokeInviteLink",
      "sendE2eeTestNotification",
      "sendTestNotification",
      "streamAuditLog",
    ]);
  });
});
