import { updateSubscriptionProperties } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

let channelId: number;
beforeEach(async () => {
  await realm.subscribe("alice", ["a"]);
  channelId = await realm.channelId("a");
});

const set = (name: Person, property: string, value: boolean | string) =>
  realm.request(name, updateSubscriptionProperties, {
    subscription_data: [{ stream_id: channelId, property, value }],
  });

describe("POST /users/me/subscriptions/properties (docs/behaviour/subscriptions.md#settings-of-a-subscription)", () => {
  test("properties are refused of channels that one is not subscribed to, whether they exist or not", async ({
    expect,
  }) => {
    expect(await refusalOf(set("bob", "is_muted", true))).toEqual(
      refused(`Not subscribed to channel id ${channelId}`),
    );
    const nowhere = { stream_id: 0, property: "is_muted", value: true };
    const unknown = { subscription_data: [nowhere] };
    expect(await refusalOf(realm.request("alice", updateSubscriptionProperties, unknown))).toEqual(
      refused("Not subscribed to channel id 0"),
    );
  });

  test("POST /users/me/subscriptions/properties refuses unknown properties and values of the wrong kind", async ({
    expect,
  }) => {
    expect(await refusalOf(set("alice", "name", "b"))).toEqual(
      refused("Unknown subscription property: name"),
    );
    expect(await refusalOf(set("alice", "pin_to_top", "yes"))).toEqual(
      refused("pin_to_top is not a boolean"),
    );
    expect(await refusalOf(set("alice", "color", true))).toEqual(refused("color is not a string"));
    expect(await refusalOf(set("alice", "color", "red"))).toEqual(
      refused("color is not a valid hex color code"),
    );
  });

  test("POST /users/me/subscriptions/properties changes nothing when one of the changes is refused", async ({
    expect,
  }) => {
    const changes = realm.request("alice", updateSubscriptionProperties, {
      subscription_data: [
        { stream_id: channelId, property: "pin_to_top", value: true },
        { stream_id: 0, property: "pin_to_top", value: true },
      ],
    });
    expect(await refusalOf(changes)).not.toBe("accepted");
    const { sections } = await realm.register("alice");
    expect(sections["subscriptions"]?.[0]).toMatchObject({ pin_to_top: false });
  });

  test.for([
    ["color", "#ABCDEF", "#abcdef"],
    ["pin_to_top", true, true],
    ["desktop_notifications", true, true],
    ["email_notifications", false, false],
    ["wildcard_mentions_notify", true, true],
    ["push_notifications", false, false],
    ["audible_notifications", true, true],
  ] as const)(
    "%s is kept and told to the user alone",
    async ([property, value, kept], { expect }) => {
      const { version } = await realm.state();
      const heard = await realm.events(() => set("alice", property, value));
      expect(heard).toMatchObject([
        {
          to: ["alice"],
          event: {
            type: "subscription",
            op: "update",
            stream_id: channelId,
            property,
            value: kept,
          },
        },
      ]);
      const { sections } = await realm.register("alice");
      expect(sections["subscriptions"]?.[0]).toMatchObject({ [property]: kept });
      // Colours in use are kept in memory, so a new one is a change of the realm.
      expect((await realm.state()).version).toBe(property === "color" ? version + 1 : version);
    },
  );

  test.for([
    ["is_muted", true],
    ["in_home_view", false],
  ] as const)(
    "muting by %s is told in both spellings, and to other services",
    async ([property, value], { expect }) => {
      const heard = await realm.events(() => set("alice", property, value));
      const announced = heard.map(({ event }) => [event["property"], event["value"]]);
      expect(announced).toEqual([
        ["is_muted", true],
        ["in_home_view", false],
      ]);
      const { sections } = await realm.register("alice");
      expect(sections["subscriptions"]?.[0]).toMatchObject({ is_muted: true, in_home_view: false });
      expect((await realm.state()).memberships).toMatchObject([{ active: true, muted: true }]);
    },
  );
});
