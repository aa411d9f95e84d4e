import {
  countPersonOperations,
  erasePersonOperations,
  setTopicVisibility,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { kinds, type Realm, World } from "../world.ts";

const service = { kind: "service", name: "users" } as const;
const world = useWorld(() => World.create());

function asked(realm: Realm) {
  const about = { realmId: realm.id };
  const input = { ...about, userId: realm.caller("bob").userId, messages: "keep" as const };
  return { about, input };
}

async function erase(realm: Realm) {
  const { about, input } = asked(realm);
  return world().pool.call(erasePersonOperations.channels, service, input, about);
}

async function left(realm: Realm) {
  const { about, input } = asked(realm);
  const { places } = await world().pool.call(countPersonOperations.channels, service, input, about);
  return places.filter(({ count }) => count > 0).map(({ place }) => place);
}

describe("erasing somebody from channels (docs/erasure.md#what-goes)", () => {
  test("an erased person leaves all channels, others are told, and preferences of topics are gone", async ({
    expect,
  }) => {
    const realm = world().realm();
    for (const who of ["owner", "bob"] as const) await realm.subscribe(who, ["open", "second"]);
    const policy = {
      stream_id: await realm.channelId("open"),
      topic: "news",
      visibility_policy: 3,
    };
    await realm.request("bob", setTopicVisibility, policy);
    expect(await left(realm)).toEqual(["user_topic", "subscription, active"]);
    const heard = await realm.events(() => erase(realm));
    const left2 = kinds(heard).filter(([kind]) => kind === "subscription peer_remove");
    expect(left2.flatMap(([, to]) => to)).toContain("owner");
    expect(await left(realm)).toEqual([]);
    expect(await erase(realm)).toEqual({ deleted: 0, isDone: true });
    const { sections } = await realm.register("owner");
    expect(JSON.stringify(sections["subscriptions"])).not.toContain(
      `[${realm.caller("bob").userId}]`,
    );
  });
});
