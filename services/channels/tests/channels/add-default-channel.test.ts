import { addDefaultChannel, archiveChannel } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { type Person } from "../people.ts";
import { invalidId, refusalOf, refused } from "../refusal-of.ts";
import { kinds, nonGuests, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const add = (name: Person, stream_id: number) =>
  realm.request(name, addDefaultChannel, { stream_id });

describe("adding a default channel (docs/behaviour/channels.md#default-channels)", () => {
  test("adding a default channel is for administrators only", async ({ expect }) => {
    await realm.subscribe("alice", ["a"]);
    for (const name of ["moderator", "alice", "guest"] as const) {
      expect(await refusalOf(add(name, await realm.channelId("a")))).toEqual(
        refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
      );
    }
  });

  test("unknown, private and archived channels are refused", async ({ expect }) => {
    await realm.subscribe("owner", ["secret"], { invite_only: true });
    await realm.subscribe("owner", ["old"]);
    const stream_id = await realm.channelId("old");
    await realm.request("owner", archiveChannel, { stream_id });
    expect(await refusalOf(add("owner", 0))).toEqual(invalidId);
    expect(await refusalOf(add("owner", await realm.channelId("secret")))).toEqual(
      refused("A default channel cannot be private."),
    );
    expect(await refusalOf(add("owner", stream_id))).toEqual(
      refused("A default channel cannot be archived."),
    );
  });

  test("all but guests hear of all default channels, once", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    await realm.subscribe("owner", ["b"], { is_default_stream: true });
    const [a, b] = [await realm.channelId("a"), await realm.channelId("b")];
    const heard = await realm.events(async () => {
      await add("admin", a);
      await add("admin", a);
    });
    expect(kinds(heard)).toEqual([["default_streams", nonGuests]]);
    expect(heard[0]?.event).toMatchObject({ default_streams: [a, b] });
    expect((await realm.register("alice")).sections).toMatchObject({
      realm_default_streams: [a, b],
    });
  });
});
