import { getChannel, listSubscriptions } from "@team-chat/contract";
import { nextLook, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { nonGuests, type Realm } from "../world.ts";
import { FactsWorld, factsOf, sent, announced } from "./facts-world.ts";

/** Days by which the service's clock is ahead. */
let days = 0;
const clock = () => Date.now() + days * 86_400_000;

const facts = useWorld(() => FactsWorld.create(clock));

/** Resolves when the channel's facts are these; the look comes by itself. */
async function become(realm: Realm, channelId: number, wanted: readonly unknown[]): Promise<void> {
  const text = JSON.stringify(wanted);
  while (JSON.stringify(await factsOf(realm, channelId)) !== text) await nextLook();
}

describe("what changes as days go by (docs/behaviour/channels.md#activity-of-a-channel)", () => {
  test("the daily look counts traffic and turns channels inactive after 180 days, a message turns them active", async ({
    expect,
  }) => {
    const realm = facts().world.realm();
    await realm.subscribe("owner", ["open"]);
    const open = await realm.channelId("open");
    const channel = { stream_id: open, name: "open" };
    const later = (day: number, wanted: readonly unknown[]) =>
      realm.events(async () => {
        days = day;
        await become(realm, open, wanted);
      });
    const say = () => {
      facts().say(realm, open, { first: 110, at: new Date(clock()), messages: 4 * 123 });
    };
    const first = await realm.events(async () => {
      say();
      days = 2;
      await become(realm, open, [110, true, null]);
    });
    expect(first).toMatchObject([
      { event: announced(channel, "first_message_id", 110), to: nonGuests },
    ]);
    expect(await later(40, [110, true, 120])).toMatchObject([
      { event: announced(channel, "stream_weekly_traffic", 120), to: nonGuests },
    ]);
    const facts120 = { first_message_id: 110, stream_weekly_traffic: 120 };
    const { stream } = await realm.request("owner", getChannel, { stream_id: open });
    expect(stream).toMatchObject(facts120);
    const { subscriptions } = await realm.request("owner", listSubscriptions, {});
    expect(subscriptions).toMatchObject([facts120]);
    expect(await later(181, [110, false, 120])).toMatchObject([
      { event: announced(channel, "is_recently_active", false), to: nonGuests },
    ]);
    say();
    expect(await facts().announcedOf(realm, sent(open, 111), 2)).toMatchObject([
      { event: announced(channel, "is_recently_active", true), to: nonGuests },
    ]);
  });
});
