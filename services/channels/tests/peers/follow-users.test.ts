import { jetstream } from "@nats-io/jetstream";
import {
  addDefaultChannel,
  type Bundle,
  bundleSubject,
  listChannels,
  roles,
  updateChannel,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { nextLook, useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { kinds, nonGuests, type Realm, without, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(async () => {
  realm = world().realm();
  await realm.subscribe("owner", ["open"], { principals: [id("owner"), id("alice")] });
  await realm.subscribe("owner", ["secret"], { invite_only: true });
});

const id = (name: Person) => realm.people.id(name);
const nobodyKnows = { can_administer_channel_group: groupIds["role:nobody"] };

/** Changes users, and returns the events that clients get. */
function announcedOf(change: () => void) {
  return realm.events(async () => {
    change();
    await realm.settle();
  });
}

test("whoever comes back while others are told of somebody else is told of once (docs/subsystems/channels.md, When users change)", async ({
  expect,
}) => {
  await realm.subscribe("owner", ["open"], { principals: [id("bob")] });
  await announcedOf(() => {
    realm.people.change("bob", { isActive: false });
  });
  const noting = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // While what is told of the moderator is being written, users go on.
  const holding = world().db.transaction(async (tx) => {
    await tx.query(
      sql.unsafe`select from told_user where realm_id = ${realm.id} and user_id = ${id("moderator")} for update`,
    );
    held.resolve();
    await noting.promise;
  });
  await held.promise;
  const heard = await realm.events(async () => {
    realm.people.setRole("moderator", roles.member);
    const settling = realm.settle();
    while (!(await world().db.exists(waiting))) await nextLook();
    realm.people.change("bob", { isActive: true });
    await realm.request("owner", listChannels, {});
    noting.resolve();
    await holding;
    await settling;
    await realm.settle();
  });
  const back = heard.filter(({ event }) => event["op"] === "peer_add");
  expect(back.map(({ event }) => event["user_ids"])).toEqual([[id("bob")]]);
});

/** Statements of this database that wait for a lock. */
const waiting = sql.unsafe`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe("a role that changes (docs/behaviour/channels.md#who-hears-of-a-channel)", () => {
  test("public channels are shown to a former guest, with their subscribers and the default channels", async ({
    expect,
  }) => {
    const stream_id = await realm.channelId("open");
    await realm.request("owner", addDefaultChannel, { stream_id });
    const heard = await announcedOf(() => {
      realm.people.setRole("guest", roles.member);
    });
    expect(kinds(heard)).toEqual([
      ["stream create", ["guest"]],
      ["subscription peer_add", ["guest"]],
      ["default_streams", ["guest"]],
    ]);
    expect(heard[0]?.event).toMatchObject({ streams: [{ name: "open", subscriber_count: 0 }] });
    expect(heard[1]?.event).toMatchObject({
      stream_ids: [stream_id],
      user_ids: [id("owner"), id("alice")],
    });
    expect(heard[2]?.event).toMatchObject({ default_streams: [stream_id] });
  });

  test("a user who becomes a guest sees only channels subscribed to", async ({ expect }) => {
    await realm.subscribe("owner", ["other"]);
    const [open, other] = [await realm.channelId("open"), await realm.channelId("other")];
    await realm.request("owner", addDefaultChannel, { stream_id: open });
    const heard = await announcedOf(() => {
      realm.people.setRole("alice", roles.guest);
    });
    expect(kinds(heard)).toEqual([
      ["default_streams", ["alice"]],
      ["stream delete", ["alice"]],
    ]);
    expect(heard[0]?.event).toMatchObject({ default_streams: [] });
    expect(heard[1]?.event).toMatchObject({ stream_ids: [other] });
  });

  test("new administrators are shown private channels, and do not become subscribers", async ({
    expect,
  }) => {
    const secret = await realm.channelId("secret");
    const raised = await announcedOf(() => {
      realm.people.setRole("bob", roles.administrator);
    });
    expect(kinds(raised)).toEqual([
      ["stream create", ["bob"]],
      ["subscription peer_add", ["bob"]],
    ]);
    expect(raised[1]?.event).toMatchObject({ stream_ids: [secret], user_ids: [id("owner")] });
    const lowered = await announcedOf(() => {
      realm.people.setRole("bob", roles.member);
    });
    expect(kinds(lowered)).toEqual([["stream delete", ["bob"]]]);
    expect(lowered[0]?.event).toMatchObject({ stream_ids: [secret] });
  });

  test("a role that changes nothing about channels is told to nobody", async ({ expect }) => {
    const heard = await announcedOf(() => {
      realm.people.setRole("alice", roles.moderator);
    });
    expect(heard).toEqual([]);
  });
});

describe("a group that gains or loses members (docs/behaviour/channels.md#who-hears-of-a-channel)", () => {
  test("a group that gains or loses members shows and hides channels that name it, also through another group", async ({
    expect,
  }) => {
    const stream_id = await realm.channelId("secret");
    await realm.request("owner", updateChannel, {
      stream_id,
      can_subscribe_group: { new: groupIds.helpers },
    });
    const joined = await announcedOf(() => {
      realm.people.setMembers(groupIds.readers, ["reader", "bob", "guest"]);
    });
    expect(kinds(joined)).toEqual([
      ["stream create", ["bob"]],
      ["subscription peer_add", ["bob"]],
    ]);
    const left = await announcedOf(() => {
      realm.people.setMembers(groupIds.readers, ["guest", "guest2"]);
    });
    expect(kinds(left)).toEqual([["stream delete", ["bob", "reader"]]]);
    expect(left[0]?.event).toMatchObject({ stream_ids: [stream_id] });
  });

  test("a group that no channel names tells nobody when it gains or loses members", async ({
    expect,
  }) => {
    const heard = await announcedOf(() => {
      realm.people.setMembers(groupIds.readers, []);
    });
    expect(heard).toEqual([]);
  });
});

describe("a user who is deactivated (docs/behaviour/subscriptions.md#subscribers-of-a-channel)", () => {
  test("a deactivated user is no subscriber any more, and is back when reactivated, for those who may see it", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["own"], { invite_only: true, ...nobodyKnows });
    const [open, own] = [await realm.channelId("open"), await realm.channelId("own")];
    const left = await announcedOf(() => {
      realm.people.change("alice", { isActive: false });
    });
    expect(kinds(left)).toEqual([
      ["subscription peer_remove", without(nonGuests, "alice")],
      ["subscription peer_remove", ["owner", "admin"]],
    ]);
    expect(left[0]?.event).toMatchObject({ stream_ids: [open], user_ids: [id("alice")] });
    expect(left[1]?.event).toMatchObject({ stream_ids: [own] });
    const back = await announcedOf(() => {
      realm.people.change("alice", { isActive: true });
    });
    expect(kinds(back)).toEqual([
      ["subscription peer_add", without(nonGuests, "alice")],
      ["subscription peer_add", ["owner", "admin"]],
    ]);
  });

  test("a deactivated user is named by no permission any more (docs/behaviour/groups.md#group-settings)", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["own"]);
    const heard = await announcedOf(() => {
      realm.people.change("alice", { isActive: false });
    });
    expect(heard.at(-1)).toMatchObject({
      to: without(nonGuests, "alice"),
      event: {
        type: "stream",
        op: "update",
        name: "own",
        property: "can_administer_channel_group",
        value: { direct_members: [], direct_subgroups: [] },
      },
    });
  });
});

describe("a new user (docs/behaviour/users.md#arrival-of-a-user)", () => {
  test("a new user begins with the default channels, unless the users service says otherwise", async ({
    expect,
  }) => {
    const stream_id = await realm.channelId("open");
    await realm.request("owner", addDefaultChannel, { stream_id });
    realm.people.join({ role: roles.member, joinsDefaultChannels: false });
    const bot = { isBot: true, botType: 1, botOwnerId: id("alice") };
    realm.people.join({ ...bot, joinsDefaultChannels: false });
    const { id: newUser } = realm.people.join({ role: roles.member, joinsDefaultChannels: true });
    await realm.settle();
    const { memberships } = await realm.state();
    const subscribed = memberships
      .filter(({ channelId }) => channelId === stream_id)
      .map(({ userId }) => userId)
      .toSorted((a, b) => a - b);
    expect(subscribed).toEqual([id("owner"), id("alice"), newUser]);
  });
});

test("bundles of users are followed, each as often as it comes, with the same result (ADR 0006)", async ({
  expect,
}) => {
  await using own = await World.create();
  const there = own.realm();
  await there.subscribe("owner", ["open"]);
  const bundle: Bundle = {
    service: "users",
    realm: there.id,
    xid: "1",
    events: [{ audience: { to: "everyone" }, event: { type: "realm_user", op: "update" } }],
  };
  const heard = await there.events(async () => {
    there.people.setRole("guest", roles.member);
    for (let times = 0; times < 2; times += 1) {
      await jetstream(own.stream.nats).publish(
        bundleSubject(0, there.id, "users"),
        JSON.stringify(bundle),
      );
    }
    await own.settle();
  });
  expect(kinds(heard)).toEqual([
    ["stream create", ["guest"]],
    ["subscription peer_add", ["guest"]],
  ]);
});
