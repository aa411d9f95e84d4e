import {
  archiveChannel,
  createChannel,
  createChannelFolder,
  setTopicVisibility,
  storedLimits,
  updateChannel,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "./world.ts";

const spare = 2;
const atOnce = 5;

const world = useWorld(() => World.create());

/** Asks several times at once; answers how often it was done. */
async function doneOf(add: (at: number) => Promise<unknown>): Promise<number> {
  const asked = Array.from({ length: atOnce }, (_, at) => add(at));
  const outcomes = await Promise.allSettled(asked);
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

describe("what is kept is limited, also at the same moment (docs/behaviour/api.md#texts-and-limits)", () => {
  test("the number of channel folders is limited, also at the same moment", async ({ expect }) => {
    const realm = world().realm();
    const { most } = storedLimits.channelFolders;
    const add = (name: string) => realm.request("owner", createChannelFolder, { name });
    await add("first");
    await world().db.query(sql.unsafe`
      insert into channel_folder (realm_id, name, position) select ${realm.people.realmId}, 'folder ' || n, n
      from generate_series(1, ${most - 1 - spare}) as n`);
    expect(await doneOf((at) => add(`more ${at}`))).toBe(spare);
    await expect(add("last")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: `There can be at most ${most} channel folders.`,
    });
  });

  test("the number of topic preferences is limited, and those that are there can still be changed", async ({
    expect,
  }) => {
    const realm = world().realm();
    const { most } = storedLimits.topicPreferencesOfUser;
    await realm.subscribe("owner", ["a"]);
    const stream_id = await realm.channelId("a");
    const prefer = (topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
      realm.request("owner", setTopicVisibility, { stream_id, topic, visibility_policy });
    await world().db.query(sql.unsafe`
      insert into user_topic (realm_id, user_id, channel_id, topic_key, topic, visibility_policy)
      select ${realm.people.realmId}, ${realm.people.id("owner")}, ${stream_id}, 'topic ' || n, 'topic ' || n, 1
      from generate_series(1, ${most - spare}) as n`);
    expect(await doneOf((at) => prefer(`more ${at}`, 3))).toBe(spare);
    await expect(prefer("last", 1)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: `There can be at most ${most} muted, unmuted and followed topics.`,
    });
    await prefer("topic 1", 3);
    await prefer("topic 1", 0);
    await prefer("last", 1);
  });
});

describe("the limit of an organization's channels (docs/hosting.md#quotas)", () => {
  test("channels come up to the limit and none on top, also at the same moment or out of the archive", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.subscribe("owner", ["old", "other"]);
    const stream_id = await realm.channelId("old");
    await realm.request("owner", archiveChannel, { stream_id });
    realm.people.limitChannels(1 + spare);
    expect(await doneOf((at) => realm.subscribe("owner", [`new ${at}`]))).toBe(spare);
    const refusal = {
      code: "BAD_REQUEST",
      message: `This exceeds the organization's limit of ${1 + spare} channels, of which it has ${1 + spare}. Whoever operates the server can raise it.`,
    };
    const create = { name: "last", subscribers: [realm.people.id("owner")] };
    await expect(realm.request("owner", createChannel, create)).rejects.toMatchObject(refusal);
    const back = { stream_id, is_archived: false } as const;
    await expect(realm.request("owner", updateChannel, back)).rejects.toMatchObject(refusal);
    realm.people.limitChannels(null);
    await realm.request("owner", updateChannel, back);
  });
});
