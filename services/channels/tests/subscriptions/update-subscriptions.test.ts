import { listSubscriptions, updateSubscriptions } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { insufficient, refusalOf, refused } from "../refusal-of.ts";
import { kinds, nonGuests, type Realm, without, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

const update = (name: Person, add: string[], remove: string[]) =>
  realm.request(name, updateSubscriptions, {
    add: add.map((channel) => ({ name: channel })),
    delete: remove,
  });

const namesOf = async (name: Person) => {
  const { subscriptions } = await realm.request(name, listSubscriptions, {});
  return subscriptions.map((subscription) => subscription.name);
};

describe("joining and leaving at once (docs/behaviour/subscriptions.md#subscribing-and-unsubscribing-together)", () => {
  test("nothing to do, and the same channel in both lists, are refused", async ({ expect }) => {
    expect(await refusalOf(update("alice", [], []))).toEqual(
      refused('Nothing to do. Specify at least one of "add" or "delete".'),
    );
    expect(await refusalOf(update("alice", ["a"], [" A"]))).toEqual(
      refused("Channel ( A) is both to be added and deleted."),
    );
  });

  test("what joining or leaving refuses is refused, and then nothing happens", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["a"]);
    const heard = await realm.events(async () => {
      expect(await refusalOf(update("alice", ["new"], ["nowhere"]))).toEqual(
        refused("Channel(s) (nowhere) do not exist"),
      );
      const removal = realm.request("bob", updateSubscriptions, {
        add: [{ name: "new" }],
        delete: ["a"],
        principals: [id("alice")],
      });
      expect(await refusalOf(removal)).toEqual(insufficient);
      expect(await refusalOf(update("guest", ["new"], []))).toEqual(
        refused("Not allowed for guest users"),
      );
    });
    expect(heard).toEqual([]);
    expect(await namesOf("alice")).toEqual(["a"]);
  });

  test("channels are joined, then others left, all in one transaction", async ({ expect }) => {
    await realm.subscribe("alice", ["a", "c"]);
    await realm.subscribe("owner", ["b"]);
    const heard = await realm.events(async () => {
      expect(await update("alice", ["b", "c"], ["a"])).toEqual({
        subscribed: { [id("alice")]: ["b"] },
        already_subscribed: { [id("alice")]: ["c"] },
        new_subscription_messages_sent: true,
        removed: ["a"],
        not_removed: [],
      });
    });
    expect(kinds(heard)).toEqual([
      ["subscription add", ["alice"]],
      ["subscription peer_add", without(nonGuests, "alice")],
      ["subscription remove", ["alice"]],
      ["subscription peer_remove", without(nonGuests, "alice")],
    ]);
    expect(await namesOf("alice")).toEqual(["b", "c"]);
  });

  test("a guest may leave", async ({ expect }) => {
    await realm.subscribe("owner", ["a"], { principals: [id("guest")] });
    expect(await update("guest", [], ["a"])).toEqual({
      subscribed: {},
      already_subscribed: {},
      removed: ["a"],
      not_removed: [],
    });
  });
});
