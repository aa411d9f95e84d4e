import { listSubscriptions, updateSubscriptionProperty } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const set = (stream_id: number, property: string, value: boolean | string) =>
  realm.request("alice", updateSubscriptionProperty, { stream_id, property, value });

describe("changing one setting of a subscription (docs/behaviour/subscriptions.md#settings-of-a-subscription)", () => {
  test("channels not subscribed to and values without meaning are refused", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    const channelId = await realm.channelId("a");
    expect(await refusalOf(set(channelId, "is_muted", true))).toEqual(
      refused(`Not subscribed to channel id ${channelId}`),
    );
    await realm.subscribe("alice", ["a"]);
    expect(await refusalOf(set(channelId, "shape", true))).toEqual(
      refused("Unknown subscription property: shape"),
    );
    expect(await refusalOf(set(channelId, "color", "red"))).toEqual(
      refused("color is not a valid hex color code"),
    );
  });

  test("the setting is changed and told to the user alone", async ({ expect }) => {
    await realm.subscribe("alice", ["a"]);
    const channelId = await realm.channelId("a");
    const heard = await realm.events(() => set(channelId, "color", "#ABC"));
    expect(heard.map(({ event, to }) => [event, to])).toEqual([
      [
        {
          type: "subscription",
          op: "update",
          stream_id: channelId,
          property: "color",
          value: "#aabbcc",
        },
        ["alice"],
      ],
    ]);
    const { subscriptions } = await realm.request("alice", listSubscriptions, {});
    expect(subscriptions).toMatchObject([{ color: "#aabbcc" }]);
  });

  test.for([
    "is_muted",
    "in_home_view",
    "pin_to_top",
    "desktop_notifications",
    "email_notifications",
    "wildcard_mentions_notify",
    "push_notifications",
    "audible_notifications",
  ] as const)(
    "%s is set and taken back, and nothing else is changed",
    async (property, { expect }) => {
      await realm.subscribe("alice", ["a"]);
      const channelId = await realm.channelId("a");
      const shown = async () => {
        const { subscriptions } = await realm.request("alice", listSubscriptions, {});
        return subscriptions[0];
      };
      const before = await shown();
      const opposite = { is_muted: "in_home_view", in_home_view: "is_muted" } as const;
      for (const value of [true, false]) {
        await set(channelId, property, value);
        const other =
          property in opposite ? opposite[property as keyof typeof opposite] : undefined;
        const inverse = other === undefined ? {} : { [other]: !value };
        expect(await shown()).toEqual({ ...before, [property]: value, ...inverse });
      }
    },
  );
});
