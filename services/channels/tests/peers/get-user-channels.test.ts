import { archiveChannel, getUserChannels } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { type Person } from "../people.ts";
import { refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

let world: World;
let realm: Realm;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  realm = world.realm();
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
    const principals = [id("member"), id("bot"), id("guest")];
    await realm.subscribe("member", ["shared"], { principals });
    await realm.subscribe("member", ["open"], { principals: [id("member"), id("bot")] });
    await realm.subscribe("member", ["secret"], { invite_only: true });
    await realm.subscribe("member", ["gone"]);
    const [shared, open, secret, gone] = await Promise.all(
      ["shared", "open", "secret", "gone"].map((name) => realm.channelId(name)),
    );
    await realm.request("owner", archiveChannel, { stream_id: gone ?? 0 });

    for (const asker of ["member", "admin", "owner"] as const)
      expect(await channelsOf(asker, "member"), asker).toEqual([shared, open, secret]);
    for (const asker of ["member2", "moderator", "bot"] as const)
      expect(await channelsOf(asker, "member"), asker).toEqual([shared, open]);
    expect(await channelsOf("guest", "member")).toEqual([shared]);
    expect(await channelsOf("member2", "bot")).toEqual([shared, open]);
    expect(await channelsOf("member", "member2")).toEqual([]);
  });
});
