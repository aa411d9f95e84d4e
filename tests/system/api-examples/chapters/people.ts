import { createHmac } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { vi } from "vitest";

import { request } from "../../request.ts";
import type { Chapter } from "../chapter.ts";
import { jwtKey, type Stage } from "../stage.ts";

/** Logging in, people, and what they say of themselves. */
export const people: Chapter = async (stage) => {
  const { member, other, password } = stage;
  await stage.call("getServerSettings");
  await stage.call("fetchApiKey", { username: member.email, password });
  await stage.call("jwtFetchApiKey", { token: signed({ email: member.email }) });
  await stage.call("devListUsers");
  await stage.call("devFetchApiKey", { username: member.email });
  await stage.call("listUsers");
  await stage.call("getOwnUser");
  await stage.call("getUser", { user_id: member.id });
  await stage.call("getUserByEmail", { email: member.email });
  await stage.call("updateUser", { user_id: other.id, full_name: "Alan M. Turing" });
  await stage.call("updateUserByEmail", { email: other.email, full_name: "Alan Turing" });
  const made = await stage.call("createUser", {
    email: "edsger@example.com",
    full_name: "Edsger Dijkstra",
    password: "goto-considered-harmful",
  });
  await stage.call("listSecondFactors");
  await stage.call("resetSecondFactors", { user_id: made["user_id"] });
  await stage.call("endUserSessions", { user_id: made["user_id"] });
  await stage.call("deactivateUser", { user_id: made["user_id"] });
  await stage.call("reactivateUser", { user_id: made["user_id"] });
  await stage.call("updateOwnPresence", { status: "active", new_user_input: true });
  await stage.call("getUserPresence", { user_id_or_email: stage.owner.id }, { as: member });
  await stage.call("getRealmPresence");
  await stage.call("updateOwnStatus", { status_text: "Writing", emoji_name: "memo" });
  await stage.call("getUserStatus", { user_id: stage.owner.id });
  await stage.call("updateUserStatus", { user_id: other.id, status_text: "Computing" });
  await stage.call("muteUser", { muted_user_id: other.id });
  await stage.call("unmuteUser", { muted_user_id: other.id });
  await stage.call("addAlertWords", { alert_words: ["release", "outage"] });
  await stage.call("listAlertWords");
  await stage.call("removeAlertWords", { alert_words: ["outage"] });
  await groups(stage);
  await profiles(stage);
};

async function groups(stage: Parameters<Chapter>[0]): Promise<void> {
  const { member, other } = stage;
  const group = { description: "Who is on call", members: [member.id] };
  const { group_id: on_call } = await stage.call("createUserGroup", { name: "on-call", ...group });
  const user_group_id = on_call;
  const { group_id: below } = await stage.call("createUserGroup", { name: "night", ...group });
  await stage.call("updateUserGroup", { user_group_id, description: "Who to wake" });
  await stage.call("updateUserGroupMembers", { user_group_id, add: [other.id] });
  await stage.call("updateUserGroupSubgroups", { user_group_id, add: [below] });
  await stage.call("listUserGroups");
  await stage.call("listUserGroupMembers", { user_group_id });
  await stage.call("getIsUserGroupMember", { user_group_id, user_id: member.id });
  await stage.call("listUserGroupSubgroups", { user_group_id });
  await stage.call("deactivateUserGroup", { user_group_id });
  await stage.call("deleteUserGroup", { user_group_id: below });
}

async function profiles(stage: Parameters<Chapter>[0]): Promise<void> {
  const { id: field_id } = await stage.call("createProfileField", {
    name: "Pronouns",
    field_type: 1,
    hint: "How shall others speak of you?",
  });
  const { custom_fields } = await stage.call("listProfileFields");
  await stage.call("updateProfileField", { field_id, hint: "How do others speak of you?" });
  const order = (custom_fields as { id: number }[]).map(({ id }) => id);
  await stage.call("reorderProfileFields", { order });
  await stage.call("updateProfileData", { data: [{ id: field_id, value: "she/her" }] });
  await stage.call("removeProfileData", { data: [field_id] });
  await stage.call("deleteProfileField", { field_id });
}

/** Invitations, the own account and whatever ends accounts and keys: the last chapter. */
export const accounts: Chapter = async (stage) => {
  await stage.call("sendInvites", { invitee_emails: "barbara@example.com, donald@example.com" });
  const { invites } = await stage.call("listInvites");
  const [first, second] = invites as { id: number }[];
  await stage.call("resendInvite", { invite_id: first?.id });
  await stage.call("revokeInvite", { invite_id: second?.id });
  const { invite_link } = await stage.call("createInviteLink", { invite_as: 400 });
  const invitation = String(invite_link).split(/[/#]/).at(-1);
  await stage.call("previewInvite", { key: invitation });
  await stage.call("acceptInvite", {
    key: invitation,
    email: "barbara@example.com",
    full_name: "Barbara Liskov",
    password: "substitution-principle",
  });
  const link = ((await stage.call("listInvites"))["invites"] as Record<string, unknown>[]).find(
    (one) => one["is_multiuse"] === true,
  );
  await stage.call("revokeInviteLink", { invite_id: link?.["id"] });
  await stage.call("updateSettings", { email: "ada@lovelace.example" });
  const sent = () => confirmationKey(stage.product.mailDir);
  const key = await vi.waitUntil(sent, { timeout: 240_000 });
  await stage.call("confirmEmailChange", { key });
  const owner = { ...stage.owner, email: "ada@lovelace.example" };
  await logIn(stage, owner.email);
  const { sessions } = await stage.call("listSessions", {}, { as: owner });
  await stage.call("endSession", { session_id: sessions[0].id }, { as: owner });
  await stage.call("endOtherSessions", {}, { as: owner });
  const { id: key_id } = await stage.call(
    "createApiKey",
    { user_id: owner.id, name: "Nightly report", scopes: ["send"], expires_in_days: 30 },
    { as: owner },
  );
  await stage.call("listApiKeys", { user_id: owner.id }, { as: owner });
  await stage.call("endApiKey", { user_id: owner.id, key_id }, { as: owner });
  const { api_key: apiKey } = await stage.call("regenerateOwnKey", {}, { as: owner });
  await stage.call("getOwnUser", {}, { as: { ...owner, apiKey } });
  await stage.call("deactivateOwnUser", {}, { as: stage.other });
};

/** Logs somebody in with a browser. */
async function logIn({ password, product, owner }: Stage, username: string): Promise<void> {
  const { status } = await request(product.url, {
    method: "POST",
    path: "/login",
    host: owner.host,
    headers: { origin: `http://${owner.host}`, "user-agent": "Mozilla/5.0 (X11; Linux) Firefox" },
    form: new URLSearchParams({ username, password }),
  });
  if (status !== 303) throw new Error(`The log-in was answered with ${String(status)}.`);
}

async function confirmationKey(dir: string): Promise<string> {
  const names = await readdir(dir).catch(() => []);
  const letters = await Promise.all(names.map((name) => readFile(path.join(dir, name), "utf8")));
  return letters.map((text) => /\/confirm-email\/(\w+)/.exec(text)?.[1]).find(Boolean) ?? "";
}

function signed(claims: object): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${encoded({ alg: "HS256", typ: "JWT" })}.${encoded(claims)}`;
  return `${text}.${createHmac("sha256", jwtKey).update(text).digest("base64url")}`;
}
