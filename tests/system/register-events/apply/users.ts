import { unknownUserName } from "@team-chat/contract";

import {
  addEntry,
  type ClientState,
  entryOf,
  listOf,
  Misfit,
  numbers,
  type Row,
  rows,
  takeEntry,
} from "../state.ts";
import type { Appliers } from "./appliers.ts";

function roleFields(role: unknown): Row {
  return { is_owner: role === 100, is_admin: Number(role) <= 200, is_guest: role === 600 };
}

function people(state: ClientState): { readonly active: Row[]; readonly inactive: Row[] } | null {
  const active = listOf(state, "realm_users");
  const inactive = listOf(state, "realm_non_active_users");
  return active && inactive ? { active, inactive } : null;
}

function personAdded(state: ClientState, event: Row): void {
  const all = people(state);
  if (!all) return;
  const { is_active: isActive, ...person } = event["person"] as Row;
  if (all.inactive.some((other) => other["user_id"] === person["user_id"]))
    throw new Misfit("A deactivated user is added.");
  // Whoever was unknown is known now.
  const known = all.active.find((other) => other["user_id"] === person["user_id"]);
  if (known?.["full_name"] === unknownUserName) takeEntry(all.active, "user_id", person["user_id"]);
  addEntry(isActive === true ? all.active : all.inactive, "user_id", person);
}

function personUpdated(state: ClientState, event: Row): void {
  const all = people(state);
  if (!all) return;
  const changed = event["person"] as Row;
  const known = entryOf([...all.active, ...all.inactive], "user_id", changed["user_id"]);
  for (const [name, value] of Object.entries(changed)) {
    if (name === "new_email") known["email"] = value;
    else if (name === "custom_profile_field") changeProfile(known, value as Row);
    else if (name === "role") Object.assign(known, { role: value, ...roleFields(value) });
    else if (name in known) known[name] = value;
  }
  if (typeof changed["is_active"] === "boolean") move(state, known, changed["is_active"]);
  if (changed["user_id"] === state.userId) updateOwn(state, changed);
}

/** A value of one of the organization's own profile fields. */
function changeProfile(person: Row, { id, ...value }: Row): void {
  const data = { ...(person["profile_data"] as Row | undefined) };
  if (value["value"] === null) Reflect.deleteProperty(data, String(id));
  else data[String(id)] = value;
  person["profile_data"] = data;
}

function move(state: ClientState, person: Row, active: boolean): void {
  const all = people(state);
  if (!all) return;
  const [from, to] = active ? [all.inactive, all.active] : [all.active, all.inactive];
  takeEntry(from, "user_id", person["user_id"]);
  to.push(person);
  // Clients take the deactivated out of their groups (docs/behaviour/users.md#deactivating-users).
  if (active) return;
  for (const group of listOf(state, "realm_user_groups") ?? [])
    group["members"] = numbers(group["members"]).filter((id) => id !== person["user_id"]);
}

function updateOwn({ data }: ClientState, changed: Row): void {
  for (const [name, value] of Object.entries(changed)) {
    if (name === "new_email") data["email"] = value;
    else if (name === "role")
      Object.assign(data, roleFields(value), { is_moderator: value === 300 });
    else if (name in data) data[name] = value;
  }
}

function personRemoved(state: ClientState, event: Row): void {
  const person = event["person"] as Row;
  const statuses = state.data["user_status"] as Row | undefined;
  if (statuses) Reflect.deleteProperty(statuses, String(person["user_id"]));
  const all = people(state);
  if (!all) return;
  const isActive = all.active.some((other) => other["user_id"] === person["user_id"]);
  takeEntry(isActive ? all.active : all.inactive, "user_id", person["user_id"]);
  // Who needs every user in the list keeps somebody unknown (docs/behaviour/users.md#users-hidden-from-guests).
  if (state.wishes.client_capabilities["user_list_incomplete"] !== true) all.active.push(person);
}

function groupOf(state: ClientState, event: Row): Row | null {
  const groups = listOf(state, "realm_user_groups");
  return groups && entryOf(groups, "id", event["group_id"]);
}

function changeIds(field: string, key: string, added: boolean) {
  return (state: ClientState, event: Row): void => {
    const group = groupOf(state, event);
    if (!group) return;
    const given = numbers(event[key]);
    const rest = numbers(group[field]).filter((id) => !given.includes(id));
    group[field] = added ? [...rest, ...given] : rest;
  };
}

const groupAppliers: Appliers = {
  "user_group add": (state, event) => {
    const groups = listOf(state, "realm_user_groups");
    if (groups) addEntry(groups, "id", event["group"] as Row);
  },
  "user_group update": (state, event) => {
    const group = groupOf(state, event);
    if (group) Object.assign(group, event["data"]);
  },
  "user_group remove": (state, event) => {
    const groups = listOf(state, "realm_user_groups");
    if (groups) takeEntry(groups, "id", event["group_id"]);
  },
  "user_group add_members": changeIds("members", "user_ids", true),
  "user_group remove_members": changeIds("members", "user_ids", false),
  "user_group add_subgroups": changeIds("direct_subgroup_ids", "direct_subgroup_ids", true),
  "user_group remove_subgroups": changeIds("direct_subgroup_ids", "direct_subgroup_ids", false),
};

const botAppliers: Appliers = {
  "realm_bot add": (state, event) => {
    const bots = listOf(state, "realm_bots");
    if (bots) addEntry(bots, "user_id", event["bot"] as Row);
  },
  "realm_bot update": (state, event) => {
    const bots = listOf(state, "realm_bots");
    const bot = event["bot"] as Row;
    if (bots) Object.assign(entryOf(bots, "user_id", bot["user_id"]), bot);
  },
  "realm_bot delete": (state, event) => {
    const bots = listOf(state, "realm_bots");
    if (bots) takeEntry(bots, "user_id", (event["bot"] as Row)["user_id"]);
  },
};

function realmChanged({ data }: ClientState, values: Row): void {
  for (const [name, value] of Object.entries(values)) {
    const key = [`realm_${name}`, name].find((one) => one in data);
    if (key === undefined) throw new Misfit(`There is no realm_${name}.`);
    data[key] = value;
  }
}

/** Of users, groups, bots and the organization. */
export const usersAppliers: Appliers = {
  "realm_user add": personAdded,
  "realm_user update": personUpdated,
  "realm_user remove": personRemoved,
  ...groupAppliers,
  ...botAppliers,
  "realm update": (state, event) => {
    realmChanged(state, { [String(event["property"])]: event["value"] });
  },
  "realm update_dict": (state, event) => {
    realmChanged(state, event["data"] as Row);
  },
  "realm_user_settings_defaults update": (state, event) => {
    const defaults = state.data["realm_user_settings_defaults"] as Row;
    defaults[String(event["property"])] = event["value"];
  },
  "realm_domains add": (state, event) => {
    addEntry(rows(state.data["realm_domains"]), "domain", event["realm_domain"] as Row);
  },
  "realm_domains change": (state, event) => {
    const domain = event["realm_domain"] as Row;
    const list = rows(state.data["realm_domains"]);
    Object.assign(entryOf(list, "domain", domain["domain"]), domain);
  },
  "realm_domains remove": (state, event) => {
    takeEntry(rows(state.data["realm_domains"]), "domain", event["domain"]);
  },
};
