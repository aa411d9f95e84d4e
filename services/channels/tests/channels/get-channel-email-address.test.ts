import { archiveChannel, getChannelEmailAddress } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { invalidId, refusalOf } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

describe("a channel's e-mail address (docs/behaviour/channels.md#e-mail-addresses-of-channels)", () => {
  test("whoever may not read the channel learns nothing, not even administrators", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const given = { stream_id: await realm.channelId("secret") };
    for (const name of ["owner", "bob", "guest"] as const)
      expect(await refusalOf(realm.request(name, getChannelEmailAddress, given))).toEqual(
        invalidId,
      );
  });

  test("the address is empty, also of private and archived channels, because no e-mail is received", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["a"]);
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const ids = [await realm.channelId("a"), await realm.channelId("secret")];
    await realm.request("owner", archiveChannel, { stream_id: ids[0] ?? 0 });
    const heard = await realm.events(async () => {
      for (const stream_id of ids)
        expect(await realm.request("alice", getChannelEmailAddress, { stream_id })).toEqual({
          email: "",
        });
    });
    expect(heard).toEqual([]);
  });

  test("no object or event names an address", async ({ expect }) => {
    const heard = await realm.events(() => realm.subscribe("alice", ["a"]));
    const { sections } = await realm.register("alice");
    expect(JSON.stringify([heard, sections])).not.toContain("email_address");
  });
});
