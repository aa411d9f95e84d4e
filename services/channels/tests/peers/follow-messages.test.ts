import type { Bundle } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { nonGuests, type Realm } from "../world.ts";
import { FactsWorld, factsOf, sent, announced } from "./facts-world.ts";

let realm: Realm;
let open: number;

const facts = useWorld(() => FactsWorld.create());
beforeEach(async () => {
  realm = facts().world.realm();
  await realm.subscribe("owner", ["open"]);
  open = await realm.channelId("open");
});

/** Sets the channel's oldest message that messages returns from now on. */
function say(channelId: number, first: number | null): void {
  facts().say(realm, channelId, first === null ? null : { first, at: new Date(), messages: 1 });
}

const removed = (
  stream_id: number,
  ...message_ids: number[]
): Bundle["events"][number]["event"] => ({
  type: "delete_message",
  message_type: "stream",
  stream_id,
  topic: "t",
  message_ids,
});

describe("first_message_id (docs/behaviour/channels.md#activity-of-a-channel)", () => {
  test("first_message_id is told once to those who may know of the channel, however often the bundle comes", async ({
    expect,
  }) => {
    expect(await factsOf(realm, open)).toEqual([null, true, null]);
    say(open, 70);
    const heard = await facts().announcedOf(realm, sent(open, 70), 3);
    expect(heard.map(({ event, to }) => ({ event, to }))).toEqual([
      {
        event: announced({ stream_id: open, name: "open" }, "first_message_id", 70),
        to: nonGuests,
      },
    ]);
    expect(await factsOf(realm, open)).toEqual([70, true, null]);
    expect(await facts().announcedOf(realm, sent(open, 71))).toEqual([]);
  });

  test("first_message_id of a private channel is told to nobody else, and stands in all initial data", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["secret"], { invite_only: true });
    const secret = await realm.channelId("secret");
    say(secret, 80);
    const [heard] = await facts().announcedOf(realm, sent(secret, 80));
    expect(heard).toMatchObject({
      event: announced({ stream_id: secret, name: "secret" }, "first_message_id", 80),
      to: ["owner", "admin"],
    });
    const { sections } = await realm.register("owner");
    for (const section of ["subscriptions", "streams"])
      expect(sections[section]?.find(({ stream_id }) => stream_id === secret)).toMatchObject({
        first_message_id: 80,
      });
  });

  test("first_message_id becomes the next one when the oldest is deleted, null with the last", async ({
    expect,
  }) => {
    say(open, 90);
    await facts().announcedOf(realm, sent(open, 90));
    expect(await facts().announcedOf(realm, removed(open, 91, 92))).toEqual([]);
    say(open, 93);
    expect(
      (await facts().announcedOf(realm, removed(open, 90), 2)).map(({ event }) => event),
    ).toEqual([announced({ stream_id: open, name: "open" }, "first_message_id", 93)]);
    say(open, null);
    expect((await facts().announcedOf(realm, removed(open, 93))).map(({ event }) => event)).toEqual(
      [announced({ stream_id: open, name: "open" }, "first_message_id", null)],
    );
  });

  test("first_message_id is an older one again when deleted messages are restored", async ({
    expect,
  }) => {
    say(open, 95);
    await facts().announcedOf(realm, sent(open, 95));
    say(open, 94);
    const restored = { type: "messages_restored", stream_id: open, message_ids: [94] };
    expect((await facts().announcedOf(realm, restored)).map(({ event }) => event)).toEqual([
      announced({ stream_id: open, name: "open" }, "first_message_id", 94),
    ]);
  });

  test("first_message_id follows messages that are moved from one channel to another", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["other"]);
    const other = await realm.channelId("other");
    say(open, 100);
    await facts().announcedOf(realm, sent(open, 100));
    say(open, null);
    say(other, 100);
    const move = {
      type: "update_message",
      stream_id: open,
      new_stream_id: other,
      message_ids: [100],
    };
    expect((await facts().announcedOf(realm, move)).map(({ event }) => event)).toEqual([
      announced({ stream_id: open, name: "open" }, "first_message_id", null),
      announced({ stream_id: other, name: "other" }, "first_message_id", 100),
    ]);
  });
});
