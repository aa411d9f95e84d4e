import {
  archiveChannel,
  type InputOf,
  setTopicVisibility,
  unsubscribe,
  updateChannel,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { actives, groupIds, type Person } from "../people.ts";
import { refusalOf, refused } from "../refusal-of.ts";
import { kinds, nonGuests, type Realm, without, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

type Changes = Partial<Omit<InputOf<typeof updateChannel>, "stream_id">>;

const id = (name: Person) => realm.people.id(name);

const heardOf = (stream_id: number, changes: Changes, name: Person = "owner") =>
  realm.events(() => realm.request(name, updateChannel, { stream_id, ...changes }));

describe("PATCH /streams/{stream_id} tells (docs/behaviour/channels.md#who-hears-of-a-channel)", () => {
  test("each change to all who know of the channel, in order, with its name at the time", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { principals: [id("owner"), id("guest")] });
    const stream_id = await realm.channelId("a");
    const heard = await heardOf(stream_id, {
      can_send_message_group: { new: groupIds["role:administrators"] },
      new_name: "b",
      description: "New",
      topics_policy: "allow_empty_topic",
      message_retention_days: "unlimited",
      is_default_stream: true,
    });
    const audience = without(actives, "guest2");
    expect(heard.map(({ to }) => to)).toEqual([nonGuests, ...Array(7).fill(audience)]);
    const update = { type: "stream", op: "update", stream_id };
    expect(heard.map(({ event }) => event)).toEqual([
      { type: "default_streams", default_streams: [stream_id] },
      { ...update, name: "a", property: "message_retention_days", value: -1 },
      { ...update, name: "a", property: "topics_policy", value: "allow_empty_topic" },
      {
        ...update,
        name: "a",
        property: "description",
        value: "New",
        rendered_description: "<p>New</p>",
      },
      { ...update, name: "a", property: "name", value: "b" },
      {
        ...update,
        name: "b",
        property: "can_send_message_group",
        value: groupIds["role:administrators"],
      },
      { ...update, name: "b", property: "stream_post_policy", value: 2 },
      { ...update, name: "b", property: "is_announcement_only", value: true },
    ]);
  });

  test("a changed channel is told to be gone to those who may not know of it any more", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { principals: [id("owner"), id("guest")] });
    const stream_id = await realm.channelId("a");
    const heard = await heardOf(stream_id, { is_private: true });
    const known = ["owner", "admin", "guest"];
    expect(kinds(heard)).toEqual([
      ["stream update", known],
      ["stream delete", without(nonGuests, ...known)],
    ]);
    expect(heard[0]?.event).toEqual({
      type: "stream",
      op: "update",
      stream_id,
      name: "a",
      property: "invite_only",
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    });
  });

  test("the channel and its subscribers to those who may know of it now", async ({ expect }) => {
    await realm.subscribe("alice", ["a"], { invite_only: true });
    const stream_id = await realm.channelId("a");
    const toReader = await heardOf(
      stream_id,
      { can_subscribe_group: { new: groupIds.readers } },
      "alice",
    );
    const knew = ["owner", "admin", "alice"];
    expect(kinds(toReader)).toEqual([
      ["stream create", ["reader"]],
      ["subscription peer_add", ["reader"]],
      ["stream update", knew],
    ]);
    expect(toReader[1]?.event).toMatchObject({ stream_ids: [stream_id], user_ids: [id("alice")] });
    const toAll = await heardOf(stream_id, { is_private: false, new_name: "b" }, "alice");
    const gained = without(nonGuests, ...knew, "reader");
    expect(kinds(toAll)).toEqual([
      ["stream create", gained],
      ["subscription peer_add", gained],
      ["stream update", [...knew, "reader"]],
      ["stream update", [...knew, "reader"]],
    ]);
    expect(toAll[0]?.event).toMatchObject({ streams: [{ name: "b", invite_only: false }] });
  });

  test("an unarchived channel is told to all who know of it, and whole to clients that did not", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"]);
    const stream_id = await realm.channelId("a");
    const followed = { stream_id, topic: "lunch", visibility_policy: 3 } as const;
    await realm.request("owner", setTopicVisibility, followed);
    await realm.request("owner", archiveChannel, { stream_id });
    const heard = await heardOf(stream_id, { is_archived: false });
    expect(kinds(heard)).toEqual([
      ["stream update", nonGuests],
      ["subscription add", ["owner"]],
      ["subscription peer_add", without(nonGuests, "owner")],
      ["user_topic", ["owner"]],
    ]);
    expect(heard[3]).toMatchObject({
      event: { stream_id, topic_name: "lunch", visibility_policy: 3 },
      internal: { without_capability: "archived_channels" },
    });
    expect(heard[0]).toMatchObject({
      event: { property: "is_archived", value: false },
      internal: { unarchived: { stream_id, is_archived: false, subscriber_count: 0 } },
    });
    const without_capability = "archived_channels";
    expect(heard[1]).toMatchObject({
      event: { subscriptions: [{ stream_id, subscribers: [id("owner")] }] },
      internal: { without_capability, notification_defaults: {} },
    });
    expect(heard[2]).toMatchObject({
      event: { stream_ids: [stream_id], user_ids: [id("owner")] },
      internal: { without_capability },
    });
    expect((await realm.register("owner")).sections).toMatchObject({
      subscriptions: [{ name: "a" }],
    });
  });

  test("nothing of a private channel that nobody is in and nobody can take back", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"], { invite_only: true });
    const stream_id = await realm.channelId("a");
    await realm.request("owner", unsubscribe, { subscriptions: ["a"] });
    await realm.request("owner", archiveChannel, { stream_id });
    const back = realm.request("owner", updateChannel, { stream_id, is_archived: false });
    expect(await refusalOf(back)).toEqual(
      refused("A private channel without subscribers cannot be unarchived."),
    );
  });
});
