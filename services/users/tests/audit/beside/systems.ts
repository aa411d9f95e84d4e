import { fetchApiKey, updateRealm } from "@team-chat/contract";

import { directoryPassword } from "../../directory/company-directory.ts";
import { groupSchema, patch, scim, userSchema } from "../../scim/scim.ts";
import type { Beside, Stage } from "./stage.ts";

const okta = { scim: "Okta", address: "192.0.2.7" };
const person = { schemas: [userSchema], userName: "sue@example.com", active: true };
const group = { schemas: [groupSchema], displayName: "Divers" };

const made = async ({ world }: Stage, path: string, body: object) =>
  String((await scim(world, `POST ${path}`, { body })).body["id"]);

/** Changes that a provisioning system makes. */
const provisioning: readonly Beside[] = [
  {
    operation: "createScimUser",
    object: "user",
    actor: okta,
    after: { full_name: "sue", delivery_email: "sue@example.com" },
    change: (stage) => made(stage, "/Users", person),
  },
  {
    operation: "updateScimUser",
    object: "user",
    actor: okta,
    before: { is_active: true },
    after: { is_active: false },
    change: async (stage) => {
      const id = await made(stage, "/Users", { ...person, userName: "tim@example.com" });
      await patch(stage.world, `/Users/${id}`, { op: "replace", path: "active", value: false });
    },
  },
  {
    operation: "replaceScimUser",
    object: "user",
    actor: okta,
    before: { full_name: "una" },
    after: { full_name: "Una Other" },
    change: async (stage) => {
      const body = { ...person, userName: "una@example.com" };
      const id = await made(stage, "/Users", body);
      await scim(stage.world, `PUT /Users/${id}`, {
        body: { ...body, name: { formatted: "Una Other" } },
      });
    },
  },
  {
    operation: "createScimGroup",
    object: "user_group",
    actor: okta,
    after: { name: "Divers", deactivated: false },
    change: (stage) => made(stage, "/Groups", group),
  },
  {
    operation: "updateScimGroup",
    object: "user_group",
    actor: okta,
    before: { name: "Sailors" },
    after: { name: "Rowers" },
    change: async (stage) => {
      const id = await made(stage, "/Groups", { ...group, displayName: "Sailors" });
      const value = "Rowers";
      await patch(stage.world, `/Groups/${id}`, { op: "replace", path: "displayName", value });
    },
  },
  {
    operation: "replaceScimGroup",
    object: "user_group",
    actor: okta,
    before: { name: "Runners" },
    after: { name: "Joggers" },
    change: async (stage) => {
      const id = await made(stage, "/Groups", { ...group, displayName: "Runners" });
      const body = { ...group, displayName: "Joggers" };
      await scim(stage.world, `PUT /Groups/${id}`, { body });
    },
  },
  {
    operation: "deleteScimGroup",
    object: "user_group",
    actor: okta,
    before: { deactivated: false },
    after: { deactivated: true },
    change: async (stage) => {
      const id = await made(stage, "/Groups", { ...group, displayName: "Walkers" });
      await scim(stage.world, `DELETE /Groups/${id}`);
    },
  },
];

async function useDirectory(stage: Stage): Promise<void> {
  const directory = stage.company.settings();
  stage.keep(directoryPassword);
  await stage.operate("sign_in", { directory }, { method: "PATCH" });
}

/** Has somebody log in, whom the directory then lacks, beside others whom it keeps. */
async function leave(stage: Stage, name: string): Promise<void> {
  for (const one of [name, `${name}-a`, `${name}-b`, `${name}-c`, `${name}-d`]) {
    await stage.company.add(one);
    const given = { username: one, password: directoryPassword };
    const { api_key } = await stage.world.request(stage.world.anonymous(), fetchApiKey, given);
    stage.keep(api_key);
  }
  await stage.company.remove(name);
}

/** Changes that a directory causes, by an operator or by itself. */
const directories: readonly Beside[] = [
  {
    operation: "updateSignIn",
    object: "directory",
    actor: { operator: "secrets" },
    after: { "settings.kind": "openldap", sealed_password: "(hidden)" },
    change: useDirectory,
  },
  {
    operation: "syncDirectory",
    object: "user",
    actor: { operator: "secrets" },
    before: { is_active: true },
    after: { is_active: false },
    change: async (stage) => {
      await leave(stage, "gus");
      await stage.operate("sync_directory", {});
    },
  },
  {
    operation: "",
    object: "user",
    actor: null,
    before: { is_active: true },
    after: { is_active: false },
    change: async (stage) => {
      await leave(stage, "hal");
      stage.world.clock.aheadMs += 2 * 3_600_000;
      await stage.world.service.directorySyncs.runNow();
    },
  },
];

/** Changes that the service makes by itself as time passes. */
const tasks: readonly Beside[] = [
  {
    operation: "",
    object: "user_group_member",
    actor: null,
    after: {},
    change: async ({ world }) => {
      await world.request("owner", updateRealm, { waiting_period_threshold: 3 });
      world.clock.aheadMs += 4 * 86_400_000;
      await world.service.fullMembers.runNow();
    },
  },
];

export const systemChanges: readonly Beside[] = [...provisioning, ...directories, ...tasks];
