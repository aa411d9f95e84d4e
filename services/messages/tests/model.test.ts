// Whatever users do, everybody sees what a plain recount says: one entry for each message and user instead of ranges.
import { useWorld } from "@team-chat/testkit";
import fc from "fast-check";
import { test } from "vitest";

import { act, look } from "./model/acts.ts";
import { compareLook, compareNarrows, compareRegister, compareSpectator } from "./model/compare.ts";
import { Model, people } from "./model/model.ts";
import { perform, type Stage } from "./model/perform.ts";
import { World } from "./world.ts";

// What is remembered of unread messages takes part.
const unreadLimits = { maxUnread: 50_000, maxAsked: 2, maxRemembered: 30 };
const world = useWorld(() => World.create({ unreadLimits }));

/** A realm with everybody in channel 1, and user 1 in all. */
function newStage(): Stage {
  const realm = world().realm();
  realm.data.setUser(1, { role: 200 });
  realm.data.setSetting("enable_spectator_access", true);
  realm.data.setChannel(3, { name: "3", isPrivate: true, historyPublicToSubscribers: true });
  realm.data.setChannel(5, { name: "5", isPrivate: true, historyPublicToSubscribers: false });
  const model = new Model();
  for (const user of people) model.subscribe(user, 1);
  for (const channel of [2, 3, 5]) {
    realm.data.setMembership(1, channel);
    model.subscribe(1, channel);
  }
  return { realm, model };
}

test("what the product answers agrees with the recount (docs/behaviour/narrows.md#history-that-is-searched)", async ({
  expect,
}) => {
  const property = fc.asyncProperty(
    fc.array(act, { minLength: 1, maxLength: 40, size: "max" }),
    fc.array(look, { maxLength: 5 }),
    async (acts, looks) => {
      const stage = newStage();
      await stage.realm.ids("alice");
      for (const doing of acts) {
        await perform(stage, doing);
        // What goes wrong may be covered up by what is done later.
        for (const user of people) await compareRegister(stage, user, expect);
      }
      for (const user of people) await compareNarrows(stage, user, expect);
      await compareSpectator(stage, expect);
      for (const one of looks) await compareLook(stage, one, expect);
    },
  );
  await expect(fc.assert(property, { numRuns: 12 })).resolves.toBeUndefined();
});
