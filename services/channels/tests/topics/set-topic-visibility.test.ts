import {
  archiveChannel,
  setTopicVisibility,
  unsubscribe,
  updateChannel,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { invalidId, refusalOf } from "../refusal-of.ts";
import { kinds, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

let channelId: number;
beforeEach(async () => {
  await realm.subscribe("alice", ["a"]);
  channelId = await realm.channelId("a");
});

const set = (name: Person, topic: string, policy: number) =>
  realm.request(name, setTopicVisibility, {
    stream_id: channelId,
    topic,
    visibility_policy: policy,
  });

async function topics(name: Person, capabilities = {}) {
  const { sections } = await realm.register(name, { capabilities });
  return (sections["user_topics"] ?? []).map(({ topic_name, visibility_policy }) => [
    topic_name,
    visibility_policy,
  ]);
}

describe("POST /user_topics (docs/behaviour/subscriptions.md#topic-preferences)", () => {
  test("POST /user_topics refuses other policies and long topics", async ({ expect }) => {
    await expect(set("alice", "t", 4)).rejects.toThrow("Invalid visibility_policy");
    await expect(set("alice", "t", -1)).rejects.toThrow("Invalid visibility_policy");
    await expect(set("alice", "x".repeat(61), 1)).rejects.toThrow(
      "topic is too long (limit: 60 characters)",
    );
  });

  test("POST /user_topics refuses channels that one may not read, archived ones and none at all", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const secret = await realm.channelId("secret");
    for (const visibility_policy of [0, 1, 2, 3])
      for (const stream_id of [secret, 0]) {
        const given = { stream_id, topic: "t", visibility_policy };
        expect(await refusalOf(realm.request("bob", setTopicVisibility, given))).toEqual(invalidId);
      }
    await realm.request("owner", archiveChannel, { stream_id: channelId });
    expect(await refusalOf(set("alice", "t", 1))).toEqual(invalidId);
    expect(await refusalOf(set("alice", "t", 0))).toBe("accepted");
  });

  test("POST /user_topics keeps one preference for each topic, whatever its case, with the last spelling", async ({
    expect,
  }) => {
    await set("alice", "Lunch", 3);
    await set("alice", "lunch", 2);
    expect(await topics("alice")).toEqual([["lunch", 2]]);
    await set("alice", "LUNCH", 0);
    expect(await topics("alice")).toEqual([]);
  });

  test("POST /user_topics takes every name of the empty topic for it", async ({ expect }) => {
    await set("alice", "general chat", 3);
    expect(await topics("alice", { empty_topic_name: true })).toEqual([["", 3]]);
    expect(await topics("alice")).toEqual([["general chat", 3]]);
    await set("alice", "", 0);
    expect(await topics("alice")).toEqual([]);
  });

  test("POST /user_topics tells the user in both forms", async ({ expect }) => {
    await set("alice", "b", 1);
    const heard = await realm.events(() => set("alice", "c", 1));
    expect(kinds(heard)).toEqual([
      ["muted_topics", ["alice"]],
      ["user_topic", ["alice"]],
    ]);
    expect(heard[0]?.event["muted_topics"]).toMatchObject([
      ["a", "b", expect.any(Number)],
      ["a", "c", expect.any(Number)],
    ]);
    expect(heard[1]?.event).toEqual({
      type: "user_topic",
      stream_id: channelId,
      topic_name: "c",
      last_updated: expect.any(Number) as number,
      visibility_policy: 1,
    });
    const { sections } = await realm.register("alice", { fetch: ["muted_topics"] });
    expect(sections["muted_topics"]).toEqual(heard[0]?.event["muted_topics"]);
  });

  // See docs/behaviour/subscriptions.md#older-list-of-muted-topics.
  test("the older list has only muted topics of visible channels, and changes of it are told", async ({
    expect,
  }) => {
    const listed = async () => {
      const { sections } = await realm.register("bob", { fetch: ["muted_topics"] });
      return (sections["muted_topics"] as unknown as unknown[][]).map(([name]) => name);
    };
    const heardBy = async (change: () => Promise<unknown>) => {
      const heard = await realm.events(change);
      const { event } = heard.findLast(({ event: { type } }) => type === "muted_topics") ?? {};
      return (event?.["muted_topics"] as unknown[][] | undefined)?.map(([name]) => name);
    };
    await realm.subscribe("bob", ["a"]);
    await set("bob", "b", 1);
    const edit = (changes: object) => () =>
      realm.request("owner", updateChannel, { stream_id: channelId, ...changes });
    const archive = () => realm.request("owner", archiveChannel, { stream_id: channelId });
    expect(await heardBy(archive)).toEqual([]);
    expect(await heardBy(edit({ new_name: "renamed" }))).toBeUndefined();
    expect(await listed()).toEqual([]);
    expect(await heardBy(edit({ is_archived: false }))).toEqual(["renamed"]);
    await realm.subscribe("owner", ["renamed"]);
    await edit({ is_private: true })();
    expect(await listed()).toEqual(["renamed"]);
    const leave = () => realm.request("bob", unsubscribe, { subscriptions: ["renamed"] });
    expect(await heardBy(leave)).toEqual([]);
    await edit({ new_name: "secret" })();
    expect(await listed()).toEqual([]);
    const back = () =>
      realm.subscribe("owner", ["secret"], { principals: [realm.people.id("bob")] });
    expect(await heardBy(back)).toEqual(["secret"]);
    expect(await listed()).toEqual(["secret"]);
  });

  test("POST /user_topics tells nobody when nothing changes", async ({ expect }) => {
    await set("alice", "b", 1);
    expect(await realm.events(() => set("alice", "B", 1))).toEqual([]);
    expect(await realm.events(() => set("alice", "other", 0))).toEqual([]);
  });
});
