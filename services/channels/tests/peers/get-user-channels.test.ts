import { archiveChannel, getUserChannels } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { type Person } from "../people.ts";
import { refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

const ask = (name: Person, user_id: number) => realm.request(name, getUserChannels, { user_id });

async function channelsOf(asker: Person, user: Person): Promise<readonly number[]> {
  return (await ask(asker, id(user))).subscribed_channel_ids;
}

describe("the channels of a user (docs/behaviour/subscriptions.md#subscribers-of-a-channel)", () => {
  test("the channels of a user are refused for nobody, for the deactivated, and for whom a guest may not see", async ({
    expect,
  }) => {
    realm.people.unseen.add(id("owner"));
    expect(await refusalOf(ask("owner", 5))).toEqual(refused("No such user"));
    expect(await refusalOf(ask("guest", id("owner")))).toEqual(refused("No such user"));
    expect(await refusalOf(ask("owner", id("gone")))).toEqual(refused("User is deactivated"));
  });

  test("the channels of a user are those that the caller may know of: all for administrators, for guests their own", async ({
    expect,
  }) => {
    const principals = [id("alice"), id("bot"), id("guest")];
    await realm.subscribe("alice", ["shared"], { principals });
    await realm.subscribe("alice", ["open"], { principals: [id("alice"), id("bot")] });
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    await realm.subscribe("alice", ["gone"]);
    const [shared, open, secret, gone] = await Promise.all(
      ["shared", "open", "secret", "gone"].map((name) => realm.channelId(name)),
    );
    await realm.request("owner", archiveChannel, { stream_id: gone ?? 0 });

    for (const asker of ["alice", "admin", "owner"] as const)
      expect(await channelsOf(asker, "alice"), asker).toEqual([shared, open, secret]);
    for (const asker of ["bob", "moderator", "bot"] as const)
      expect(await channelsOf(asker, "alice"), asker).toEqual([shared, open]);
    expect(await channelsOf("guest", "alice")).toEqual([shared]);
    expect(await channelsOf("bob", "bot")).toEqual([shared, open]);
    expect(await channelsOf("alice", "bob")).toEqual([]);
  });
});
