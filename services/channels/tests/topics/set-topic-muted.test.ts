import { setTopicMuted } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { invalidId, refusalOf, refused } from "../refusal-of.ts";
import { kinds, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

type Given = Partial<{ stream: string; stream_id: number; topic: string; op: "add" | "remove" }>;

const mute = (given: Given) =>
  realm.request("alice", setTopicMuted, { topic: "Lunch", op: "add", ...given });

describe("muting a topic in the older way (docs/behaviour/subscriptions.md#older-list-of-muted-topics)", () => {
  test("the channel must be given in one way, and be known to the caller", async ({ expect }) => {
    await realm.subscribe("owner", ["secret"], { invite_only: true });
    expect(await refusalOf(mute({}))).toEqual(refused("Please supply 'stream'."));
    expect(await refusalOf(mute({ stream: "a", stream_id: 1 }))).toEqual(
      refused("Please choose one: 'stream' or 'stream_id'."),
    );
    expect(await refusalOf(mute({ stream: "secret" }))).toEqual(
      refused("Invalid channel name 'secret'"),
    );
    expect(await refusalOf(mute({ stream_id: await realm.channelId("secret") }))).toEqual(
      invalidId,
    );
    expect(await refusalOf(mute({ stream: "a", topic: "x".repeat(61) }))).toEqual(
      refused("topic is too long (limit: 60 characters)"),
    );
  });

  test("muting and taking it back are told to the user in both forms, once", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    const stream_id = await realm.channelId("a");
    const muted = await realm.events(async () => {
      await mute({ stream: "A" });
      await mute({ stream_id });
    });
    const both = [
      ["muted_topics", ["alice"]],
      ["user_topic", ["alice"]],
    ];
    expect(kinds(muted)).toEqual(both);
    expect(muted[1]?.event).toMatchObject({
      stream_id,
      topic_name: "Lunch",
      visibility_policy: 1,
    });
    expect((await realm.register("alice")).sections).toMatchObject({
      user_topics: [{ stream_id, topic_name: "Lunch", visibility_policy: 1 }],
    });
    const back = await realm.events(() => mute({ stream_id, op: "remove" }));
    expect(kinds(back)).toEqual(both);
    expect((await realm.register("alice")).sections).toMatchObject({ user_topics: [] });
  });
});
