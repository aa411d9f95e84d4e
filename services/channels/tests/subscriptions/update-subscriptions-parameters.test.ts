import type { subscribe } from "@team-chat/contract";
import { getChannel, updateSubscriptions } from "@team-chat/contract";
import { channelPermissionNames } from "@team-chat/policy";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { insufficient, refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

type Given = Omit<
  Parameters<typeof realm.request<typeof subscribe.params, never>>[2],
  "subscriptions"
>;

const id = (name: Person) => realm.people.id(name);
const add = (name: Person, channel: string, given: Given = {}) =>
  realm.request(name, updateSubscriptions, { add: [{ name: channel }], ...given });

/** A channel as its owner is shown it, without what tells one from the other. */
async function shown(channel: string) {
  const stream_id = await realm.channelId(channel);
  const { stream } = await realm.request("owner", getChannel, { stream_id });
  const { date_created: _date, name: _name, stream_id: _id, ...rest } = stream;
  return rest;
}

const group = { direct_members: [], direct_subgroups: [groupIds.readers, groupIds.helpers] };
const permissions = Object.fromEntries(channelPermissionNames.map((name) => [name, group]));

describe("PATCH takes what POST takes (docs/behaviour/subscriptions.md#subscribing-and-unsubscribing-together)", () => {
  test.for<[string, Given]>([
    ["nothing", {}],
    [
      "invite_only, with a shared history",
      { invite_only: true, history_public_to_subscribers: true },
    ],
    ["invite_only alone", { invite_only: true }],
    ["is_web_public", { is_web_public: true }],
    ["is_default_stream", { is_default_stream: true }],
    ["message_retention_days", { message_retention_days: 30 }],
    ["message_retention_days unlimited", { message_retention_days: "unlimited" }],
    ["topics_policy", { topics_policy: "empty_topic_only" }],
    ["each permission", permissions],
  ])("%s makes the same channel", async ([, given], { expect }) => {
    realm.people.configure({
      enable_spectator_access: true,
      can_create_web_public_channel_group: groupIds["role:owners"],
    });
    await add("owner", "one", given);
    await realm.subscribe("owner", ["two"], given);
    expect(await shown("one")).toEqual(await shown("two"));
    if (given.topics_policy !== undefined)
      expect(await shown("one")).toMatchObject({ topics_policy: given.topics_policy });
  });

  test.for<[Given, ReturnType<typeof refused>]>([
    [
      { message_retention_days: 30 },
      refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    ],
    [
      { message_retention_days: "never" },
      refused("Bad value for 'message_retention_days': never", "REQUEST_VARIABLE_INVALID"),
    ],
    [{ is_default_stream: true }, insufficient],
    [{ folder_id: 99 }, refused("Invalid channel folder ID")],
    [{ can_send_message_group: 99 }, refused("Invalid user group")],
  ])("%j is refused alike, and nothing is left then", async ([given, refusal], { expect }) => {
    const asked = given.message_retention_days === "never" ? "owner" : "alice";
    expect(await refusalOf(add(asked, "new", given))).toEqual(refusal);
    expect(await refusalOf(realm.subscribe(asked, ["new"], given))).toEqual(refusal);
    expect((await realm.state()).channels).toEqual([]);
  });

  test("authorization_errors_fatal: what one may not read refuses all, or is listed", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["secret"], { invite_only: true });
    const asked = (given: Given) =>
      realm.request("alice", updateSubscriptions, {
        add: [{ name: "secret" }, { name: "open" }],
        ...given,
      });
    expect(await refusalOf(asked({}))).toEqual(refused("Unable to access channel (secret)."));
    expect(await asked({ authorization_errors_fatal: false })).toMatchObject({
      subscribed: { [id("alice")]: ["open"] },
      unauthorized: ["secret"],
      removed: [],
      not_removed: [],
    });
  });

  test("send_new_subscription_messages: nobody is told, and the answer does not say", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"]);
    const principals = [id("alice")];
    const said = await realm.notices(async () => {
      const given = { principals, send_new_subscription_messages: false };
      expect(await add("owner", "a", given)).not.toHaveProperty("new_subscription_messages_sent");
    });
    expect(said).toEqual([]);
  });

  test("new channels are announced by announce where the organization wants it", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["news"]);
    const channelId = await realm.channelId("news");
    realm.people.configure({ new_stream_announcements_stream_id: channelId });
    const said = await realm.notices(() => add("owner", "a", { announce: true }));
    expect(said.map(({ to }) => to)).toContainEqual({
      kind: "channel",
      channelId,
      topic: "new channels",
    });
  });
});
