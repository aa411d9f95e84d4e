import { subscribe, unsubscribe } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { actives, groupIds, type Person } from "../people.ts";
import { insufficient, refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

let realm: Realm;
const world = useWorld(() => World.create());
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

type More = Parameters<Realm["subscribe"]>[2];

const refusal = (name: Person, channels: readonly string[], more: More = {}) =>
  refusalOf(realm.subscribe(name, channels, more));

describe("who may not (docs/behaviour/subscriptions.md#who-may-subscribe)", () => {
  test("guests may not subscribe at all", async ({ expect }) => {
    await realm.subscribe("owner", ["general"]);
    expect(await refusal("guest", ["general"])).toEqual(refused("Not allowed for guest users"));
  });

  test("creating needs the organization's permission for the kind of channel", async ({
    expect,
  }) => {
    realm.people.configure({
      can_create_public_channel_group: groupIds["role:moderators"],
      can_create_private_channel_group: groupIds["role:administrators"],
    });
    expect(await refusal("alice", ["a"])).toEqual(insufficient);
    expect(await refusal("moderator", ["a"], { invite_only: true })).toEqual(insufficient);
    expect(await refusal("moderator", ["a"])).toBe("accepted");
    expect(await refusal("admin", ["b"], { invite_only: true })).toBe("accepted");
    expect(await refusal("alice", ["a"])).toBe("accepted");
  });

  test("default channels are for administrators to make, and never private", async ({ expect }) => {
    expect(await refusal("alice", ["a"], { is_default_stream: true })).toEqual(insufficient);
    expect(await refusal("admin", ["a"], { is_default_stream: true, invite_only: true })).toEqual(
      refused("A default channel cannot be private."),
    );
  });

  test("web-public channels need the organization's setting and permission", async ({ expect }) => {
    const web = { is_web_public: true };
    expect(await refusal("owner", ["a"], web)).toEqual(
      refused("Web-public channels are not enabled."),
    );
    realm.people.configure({ enable_spectator_access: true });
    expect(await refusal("admin", ["a"], web)).toEqual(insufficient);
    expect(await refusal("owner", ["a"], { ...web, invite_only: true })).toEqual(
      refused("Invalid parameters"),
    );
    expect(await refusal("owner", ["a"], web)).toBe("accepted");
  });

  test("an installation may forbid web-public channels", async ({ expect }) => {
    await using other = await World.create({ WEB_PUBLIC_STREAMS_ENABLED: false });
    const theirs = other.realm();
    theirs.people.configure({ enable_spectator_access: true });
    await expect(theirs.subscribe("owner", ["a"], { is_web_public: true })).rejects.toThrow(
      "Web-public channels are not enabled.",
    );
  });

  test("only owners give a channel a retention of messages of its own", async ({ expect }) => {
    expect(await refusal("admin", ["a"], { message_retention_days: 5 })).toEqual(
      refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    );
    expect(await refusal("admin", ["a"], { message_retention_days: "realm_default" })).toBe(
      "accepted",
    );
  });

  test("a topics policy needs its permission", async ({ expect }) => {
    realm.people.configure({ can_set_topics_policy_group: groupIds["role:moderators"] });
    const policy = { topics_policy: "empty_topic_only" } as const;
    expect(await refusal("alice", ["a"], policy)).toEqual(insufficient);
    expect(await refusal("moderator", ["a"], policy)).toBe("accepted");
  });

  test("deletion permissions need their permission", async ({ expect }) => {
    const setting = { can_delete_own_message_group: groupIds["role:everyone"] };
    expect(await refusal("alice", ["a"], setting)).toEqual(insufficient);
    expect(await refusal("moderator", ["a"], setting)).toBe("accepted");
  });

  test("a private channel that one cannot read is refused by its name, unless that is not fatal", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const message = refused("Unable to access channel (secret).");
    for (const name of ["owner", "admin", "bob", "bot"] as const)
      expect(await refusal(name, ["Secret", "a"])).toEqual(message);
    const lenient = { authorization_errors_fatal: false };
    expect(await realm.subscribe("bob", ["SECRET", "a"], lenient)).toMatchObject({
      unauthorized: ["secret"],
      subscribed: { [id("bob")]: ["a"] },
    });
  });

  test("subscribing others needs a permission, also when authorization errors are not fatal", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["general"]);
    realm.people.configure({ can_add_subscribers_group: groupIds["role:moderators"] });
    const others = { principals: [id("bob")] };
    expect(await refusal("alice", ["general"], others)).toEqual(insufficient);
    expect(
      await refusal("alice", ["general"], { ...others, authorization_errors_fatal: false }),
    ).toEqual(insufficient);
    expect(await refusal("moderator", ["general"], others)).toBe("accepted");
    await realm.subscribe("owner", ["open"], { can_add_subscribers_group: groupIds.readers });
    expect(await refusal("reader", ["open"], others)).toBe("accepted");
    await realm.subscribe("alice", ["mine"]);
    expect(await refusal("alice", ["mine"], others)).toBe("accepted");
    expect(await refusal("alice", ["general"], { principals: [id("alice")] })).toBe("accepted");
  });
});

describe("what may not be (docs/behaviour/subscriptions.md#subscribing)", () => {
  test.for([
    ["", "Channel name can't be empty."],
    ["  ", "Channel name can't be empty."],
    ["x".repeat(61), "Channel name too long (limit: 60 characters)."],
    ["ab\u0007c", "Invalid character in channel name, at position 3."],
  ] as const)("the channel name %j", async ([name, message], { expect }) => {
    expect(await refusal("alice", [name])).toEqual(refused(message));
  });

  // See docs/behaviour/channels.md#channel-names.
  test("names are as long as they have characters, not code units", async ({ expect }) => {
    expect(await refusal("alice", ["🎈".repeat(60)])).toBe("accepted");
  });

  test("subscribing refuses a description above 1024 characters, a colour that is none, a missing name", async ({
    expect,
  }) => {
    const given = (item: Record<string, unknown>) =>
      realm.request("alice", withAnyParams(subscribe), { subscriptions: [item] });
    await expect(given({ name: "a", description: "x".repeat(1025) })).rejects.toThrow(
      'subscriptions[0]["description"] is too long (limit: 1024 characters)',
    );
    await expect(given({ name: "a", color: "#12" })).rejects.toThrow(
      "color is not a valid hex color code",
    );
    await expect(given({})).rejects.toThrow('subscriptions[0]["name"] field is missing');
  });

  test.for([0, -5, "never", "5x"])(
    "subscribing refuses message_retention_days %j",
    async (value, { expect }) => {
      expect(await refusal("owner", ["a"], { message_retention_days: value })).toEqual(
        refused(`Bad value for 'message_retention_days': ${value}`, "REQUEST_VARIABLE_INVALID"),
      );
    },
  );

  test("subscribing refuses an unknown topics policy or folder", async ({ expect }) => {
    const none = { subscriptions: [{ name: "a" }], topics_policy: "none" };
    expect(await refusalOf(realm.request("owner", withAnyParams(subscribe), none))).toEqual(
      refused("Invalid topics_policy"),
    );
    expect(await refusal("owner", ["a"], { folder_id: 999_999 })).toEqual(
      refused("Invalid channel folder ID"),
    );
  });

  test("subscribing refuses values of permissions that name nobody there is, or too many", async ({
    expect,
  }) => {
    const send = (value: unknown) =>
      refusal("owner", ["a"], { can_send_message_group: value as number });
    const both = (members: number[], groups: number[]) => ({
      direct_members: members,
      direct_subgroups: groups,
    });
    expect(await send(999)).toEqual(refused("Invalid user group"));
    expect(await send(both([], [999]))).toEqual(refused("Invalid user group ID: 999"));
    expect(await send(both([999], []))).toEqual(refused("Invalid user ID: 999"));
    expect(await send(both([id("gone")], []))).toEqual(refused(`Invalid user ID: ${id("gone")}`));
    expect(await send(groupIds.dissolved)).toEqual(refused("User group is deactivated."));
    expect(await send(groupIds["role:internet"])).toEqual(
      refused("'can_send_message_group' setting cannot be set to 'role:internet' group."),
    );
    for (const name of [
      "can_add_subscribers_group",
      "can_administer_channel_group",
      "can_subscribe_group",
    ] as const)
      expect(await refusal("owner", ["a"], { [name]: groupIds["role:everyone"] })).toEqual(
        refused(`'${name}' setting cannot be set to 'role:everyone' group.`),
      );
  });

  test("subscribing refuses principals that do not exist or are deactivated", async ({
    expect,
  }) => {
    expect(await refusal("owner", ["a"], { principals: [5] })).toEqual(refused("No such user"));
    expect(await refusal("owner", ["a"], { principals: ["nobody@example.com"] })).toEqual(
      refused("No such user"),
    );
    expect(await refusal("owner", ["a"], { principals: [id("gone")] })).toEqual(
      refused("User is deactivated"),
    );
  });

  test("subscribing refuses more than 40 new channels, which begin with a message each", async ({
    expect,
  }) => {
    const names = Array.from({ length: 41 }, (_, at) => `channel ${at}`);
    expect(await refusal("owner", names)).toEqual(
      refused("At most 40 channels can be created at once"),
    );
    expect(await refusal("owner", names.slice(1))).toBe("accepted");
    expect(await refusal("owner", names)).toBe("accepted");
  });

  test("subscribing refuses more than 10000 subscriptions of users to channels, to add or to take away", async ({
    expect,
  }) => {
    const principals = actives.map((name) => id(name));
    const names = Array.from(
      { length: Math.floor(10_000 / principals.length) + 1 },
      (_, at) => `channel ${at}`,
    );
    for (let from = 0; from < names.length; from += 40)
      await realm.subscribe("owner", names.slice(from, from + 40));
    const tooMany = refused(
      "At most 10000 subscriptions can be changed at once (channels times users)",
    );
    expect(await refusal("owner", names, { principals })).toEqual(tooMany);
    const leave = { subscriptions: names, principals };
    expect(await refusalOf(realm.request("owner", unsubscribe, leave))).toEqual(tooMany);
    expect(await refusal("owner", names.slice(1), { principals })).toBe("accepted");
  });

  test("a refused request leaves nothing behind", async ({ expect }) => {
    await realm.settle();
    const before = await realm.state();
    await refusal("owner", ["left"], { principals: [id("gone")] });
    expect(await realm.state()).toEqual(before);
    expect(before).toMatchObject({ channels: [], memberships: [], topicPolicies: [] });
  });
});
