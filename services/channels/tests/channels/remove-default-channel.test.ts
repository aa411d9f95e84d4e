import { removeDefaultChannel } from "@team-chat/contract";
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

const remove = (name: Person, stream_id: number) =>
  realm.request(name, removeDefaultChannel, { stream_id });

describe("removing a default channel (docs/behaviour/channels.md#default-channels)", () => {
  test("only administrators choose default channels, of those that exist", async ({ expect }) => {
    await realm.subscribe("owner", ["a"], { is_default_stream: true });
    const channelId = await realm.channelId("a");
    expect(await refusalOf(remove("moderator", channelId))).toEqual(
      refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    );
    expect(await refusalOf(remove("owner", 0))).toEqual(invalidId);
  });

  test("all but guests hear of the remaining default channels, once", async ({ expect }) => {
    await realm.subscribe("owner", ["a", "b"], { is_default_stream: true });
    const [a, b] = [await realm.channelId("a"), await realm.channelId("b")];
    const heard = await realm.events(async () => {
      await remove("admin", a);
      await remove("admin", a);
    });
    expect(kinds(heard)).toEqual([["default_streams", nonGuests]]);
    expect(heard[0]?.event).toMatchObject({ default_streams: [b] });
    expect((await realm.register("alice")).sections).toMatchObject({ realm_default_streams: [b] });
  });
});
