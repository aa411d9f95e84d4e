import { type Operation, operations } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "./use-world.ts";

const world = useWorld();

/** What operations need in order to succeed for the owner, as it stands in the request. */
const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createUser: { email: "new@example.com", password: "correct-horse-battery", full_name: "New One" },
  fetchApiKey: { username: "member@example.com", password: "correct-horse-battery" },
  devFetchApiKey: { username: "member@example.com" },
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
  addRealmDomain: { domain: "corp.example", allow_subdomains: "true" },
  updateRealmDomain: { domain: "corp.example", allow_subdomains: "false" },
  removeRealmDomain: { domain: "corp.example" },
  testWelcomeMessage: { welcome_message_custom_text: "Welcome!" },
  sendInvites: { invitee_emails: "invited@example.com" },
  createProfileField: { name: "Field", field_type: "1" },
  updateProfileData: { data: "[]" },
  removeProfileData: { data: "[]" },
};

/** Operations whose answer is no JSON, or that end what this test needs, or that need ids, a file, a device or a key from outside. */
const elsewhere = new Set([
  "getAvatarImage",
  "getAvatar",
  "getMediumAvatar",
  "getRealmEmojiImage",
  "uploadOwnAvatar",
  "uploadRealmEmoji",
  "deleteOwnAvatar",
  "deactivateRealmEmoji",
  "confirmEmailChange",
  "acceptInvite",
  "deactivateOwnUser",
  "jwtFetchApiKey",
  "addApnsDeviceToken",
  "removeApnsDeviceToken",
  "addAndroidRegId",
  "removeAndroidRegId",
  "sendTestNotification",
  "sendE2eeTestNotification",
  "registerPushDevice",
  "reorderLinkifiers",
  "reorderProfileFields",
]);

const tried = operations.filter(({ name, owner, params }) => {
  if (owner !== "users" || elsewhere.has(name)) return false;
  const isById = Object.values(params).some(
    ({ schema, wire }) => wire === "path" && schema.safeParse(7).success,
  );
  return !isById;
});

async function ask({ auth, method, name, path }: Operation): Promise<Record<string, unknown>> {
  const fields = new URLSearchParams({ ...needed[name], zebra: "1", client: "test", apple: "x" });
  // A fragment stands in the path as it is, with its slashes (specification, PATCH /navigation_views/{fragment}).
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

describe("parameters that an operation does not support (specification, conventions 6)", () => {
  for (const operation of tried)
    test(`are named in the answer of ${operation.name}, and do no harm`, async ({ expect }) => {
      expect(await ask(operation)).toMatchObject({
        result: "success",
        msg: "",
        ignored_parameters_unsupported: ["apple", "zebra"],
      });
    });
});
