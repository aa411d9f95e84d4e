import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import type { Person } from "../in-process/realm.ts";
import { createFurnished } from "./furnished.ts";

let product: Product;
let member: Person;
let always: readonly string[];

beforeAll(async () => {
  product = await Product.start();
  const people = await createFurnished(product);
  if (!people["member"]) throw new Error("There is no member.");
  ({ member } = people);
  always = Object.keys(await member.client.post("/register", { fetch_event_types: [] }));
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

/** Returns the keys beyond those that are always there. */
async function keysOf(params: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const announced = Object.keys(await member.client.post("/register", params));
  return announced.filter((key) => !always.includes(key)).toSorted();
}

/**
 * Keys of each name; the many of `realm`, `realm_user` and the older settings are in
 * services/users/tests/register/register-keys.test.ts.
 */
const keys: Readonly<Record<string, readonly string[]>> = {
  alert_words: ["alert_words"],
  channel_folders: ["channel_folders"],
  custom_profile_fields: ["custom_profile_field_types", "custom_profile_fields"],
  default_stream_groups: ["realm_default_stream_groups"],
  default_streams: ["realm_default_streams"],
  drafts: ["drafts"],
  giphy: ["giphy_api_key"],
  message: ["max_message_id"],
  muted_topics: ["muted_topics"],
  muted_users: ["muted_users"],
  navigation_views: ["navigation_views"],
  device: ["devices"],
  onboarding_steps: ["navigation_tour_video_url", "onboarding_steps"],
  presence: ["presence_last_update_id", "presences", "server_timestamp"],
  push_device: ["push_devices"],
  realm_billing: ["realm_billing"],
  realm_bot: ["realm_bots"],
  realm_domains: ["realm_domains"],
  realm_embedded_bots: ["realm_embedded_bots"],
  realm_emoji: ["realm_emoji"],
  realm_filters: ["realm_filters"],
  realm_incoming_webhook_bots: ["realm_incoming_webhook_bots"],
  realm_linkifiers: ["realm_linkifiers"],
  realm_playgrounds: ["realm_playgrounds"],
  realm_user_groups: ["realm_user_groups"],
  realm_user_settings_defaults: ["realm_user_settings_defaults"],
  recent_private_conversations: ["recent_private_conversations"],
  reminders: ["reminders"],
  saved_snippets: ["saved_snippets"],
  scheduled_messages: ["scheduled_messages"],
  starred_messages: ["starred_messages"],
  stop_words: ["stop_words"],
  stream: ["streams"],
  subscription: ["never_subscribed", "subscriptions", "unsubscribed"],
  update_message_flags: [],
  user_settings: ["user_settings"],
  user_status: ["user_status"],
  user_topic: ["user_topics"],
  video_calls: ["has_webex_token", "has_zoom_token"],
  zulip_version: [],
  // Types of events that are no names of initial data.
  channel_folder: [],
  navigation_view: [],
  no_such_type: [],
  reaction: [],
  user_group: [],
};

describe("POST /register tells (docs/behaviour/events.md#initial-data)", () => {
  test("registering tells of itself whatever is asked for", ({ expect }) => {
    expect(always).toEqual(
      expect.arrayContaining([
        "queue_id",
        "last_event_id",
        "zulip_version",
        "zulip_feature_level",
        "zulip_merge_base",
        "service_version",
        "service_feature_level",
        "service_merge_base",
      ]),
    );
  });

  test.for(Object.entries(keys))(
    "registering for %s answers %j",
    async ([name, expected], { expect }) => {
      expect(await keysOf({ fetch_event_types: [name] })).toEqual(expected);
      expect(await keysOf({ event_types: [name] })).toEqual(expected);
    },
  );

  test("registering answers what two names say that need each other, or exclude each other", async ({
    expect,
  }) => {
    expect(await keysOf({ fetch_event_types: ["message", "update_message_flags"] })).toEqual([
      "max_message_id",
      "unread_msgs",
    ]);
    expect(await keysOf({ fetch_event_types: ["muted_topics", "user_topic"] })).toEqual([
      "user_topics",
    ]);
  });

  test("what fetch_event_types names rather than what event_types does, and without both everything", async ({
    expect,
  }) => {
    const both = { event_types: ["message"], fetch_event_types: ["alert_words"] };
    expect(await keysOf(both)).toEqual(["alert_words"]);
    const all = await keysOf({});
    const exclusive = ["muted_topics"];
    const every = Object.values(keys).flat();
    expect(every.filter((key) => !all.includes(key))).toEqual(exclusive);
    for (const key of ["realm_name", "realm_users", "unread_msgs"]) expect(all).toContain(key);
  });
});
