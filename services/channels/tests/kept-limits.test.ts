import { createChannelFolder, setTopicVisibility, storedLimits } from "@team-chat/contract";
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
