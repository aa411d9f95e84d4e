import {
  addEntry,
  type ClientState,
  entryOf,
  listOf,
  Misfit,
  type Row,
  rows,
  takeEntry,
} from "../state.ts";
import type { Appliers } from "./appliers.ts";

/** Puts the event's whole value in the place of the section's. */
function whole(field: string, key = field) {
  return (state: ClientState, event: Row): void => {
    if (key in state.data) state.data[key] = event[field];
  };
}

/** A list of entries that are added, replaced and taken out. */
function entries(
  key: string,
  names: { readonly one: string; readonly many?: string; readonly id: string },
) {
  const { id, many, one } = names;
  return {
    [`${key} add`]: (state: ClientState, event: Row): void => {
      const list = listOf(state, key);
      if (!list) return;
      for (const entry of many === undefined ? [event[one] as Row] : rows(event[many]))
        addEntry(list, id, entry);
    },
    [`${key} update`]: (state: ClientState, event: Row): void => {
      const list = listOf(state, key);
      if (list) Object.assign(entryOf(list, id, (event[one] as Row)[id]), event[one]);
    },
    [`${key} remove`]: (state: ClientState, event: Row): void => {
      const list = listOf(state, key);
      if (list) takeEntry(list, id, event[`${one}_id`] ?? event[id]);
    },
  };
}

function status(state: ClientState, event: Row): void {
  const all = state.data["user_status"] as Record<string, Row> | undefined;
  if (!all) return;
  const { id: _, type: __, user_id: userId, ...changed } = event;
  const next: Row = { ...all[String(userId)] };
  for (const [name, value] of Object.entries(changed))
    if (value === "" || value === false) Reflect.deleteProperty(next, name);
    else next[name] = value;
  // Nothing is left of an emoji without its name.
  if (changed["emoji_name"] === "")
    for (const name of ["emoji_code", "reaction_type"]) Reflect.deleteProperty(next, name);
  if (Object.keys(next).length === 0) Reflect.deleteProperty(all, String(userId));
  else all[String(userId)] = next;
}

function setting(name: string, value: string) {
  return (state: ClientState, event: Row): void => {
    const { [name]: property, [value]: changed } = event as Record<string, string>;
    const settings = state.data["user_settings"] as Row | undefined;
    if (settings && value === "value") {
      if (!(String(property) in settings)) throw new Misfit(`There is no setting ${property}.`);
      settings[String(property)] = changed;
    }
    if (value === "setting" && String(property) in state.data)
      state.data[String(property)] = changed;
  };
}

/** By id; a new device is not registered for notifications. */
const devices: Appliers = {
  "device add": (state, event) => {
    const all = state.data["devices"] as Record<string, Row> | undefined;
    if (all) all[String(event["device_id"])] = unregistered;
  },
  "device remove": (state, event) => {
    const all = state.data["devices"] as Record<string, Row> | undefined;
    if (all) Reflect.deleteProperty(all, String(event["device_id"]));
  },
};

const unregistered: Row = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

const navigationViews: Appliers = {
  "navigation_view add": (state, event) => {
    const list = listOf(state, "navigation_views");
    if (list) addEntry(list, "fragment", event["navigation_view"] as Row);
  },
  "navigation_view update": (state, event) => {
    const list = listOf(state, "navigation_views");
    if (list) Object.assign(entryOf(list, "fragment", event["fragment"]), event["data"]);
  },
  "navigation_view remove": (state, event) => {
    const list = listOf(state, "navigation_views");
    if (list) takeEntry(list, "fragment", event["fragment"]);
  },
};

/** Effects of events about things that belong to the user alone. */
export const personalAppliers: Appliers = {
  alert_words: whole("alert_words"),
  muted_users: whole("muted_users"),
  user_status: status,
  "user_settings update": setting("property", "value"),
  update_display_settings: setting("setting_name", "setting"),
  update_global_notifications: setting("notification_name", "setting"),
  realm_linkifiers: whole("realm_linkifiers"),
  realm_playgrounds: whole("realm_playgrounds"),
  "realm_emoji update": whole("realm_emoji"),
  custom_profile_fields: whole("fields", "custom_profile_fields"),
  ...entries("scheduled_messages", {
    one: "scheduled_message",
    many: "scheduled_messages",
    id: "scheduled_message_id",
  }),
  ...entries("reminders", { one: "reminder", many: "reminders", id: "reminder_id" }),
  ...entries("saved_snippets", { one: "saved_snippet", id: "id" }),
  ...entries("drafts", { one: "draft", many: "drafts", id: "id" }),
  ...devices,
  has_zoom_token: whole("value", "has_zoom_token"),
  has_webex_token: whole("value", "has_webex_token"),
  ...navigationViews,
};
