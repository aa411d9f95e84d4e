import { addAlertWords } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("adding alert words (docs/behaviour/users.md#alert-words)", () => {
  test("adding alert words refuses words that are too long", async ({ expect }) => {
    const given = { alert_words: ["fine", "x".repeat(101)] };
    await expect(world().request("alice", addAlertWords, given)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "alert_words[1] is too long (limit: 100 characters)",
    });
  });

  test("added alert words are stripped, blank and known ones passed over, and the user alone is told", async ({
    expect,
  }) => {
    await world().events();
    const first = { alert_words: [" lunch ", "", "Deploy"] };
    await world().request("alice", addAlertWords, first);
    const again = await world().request("alice", addAlertWords, { alert_words: ["LUNCH"] });
    expect(again).toMatchObject({ alert_words: ["lunch", "Deploy"] });
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      { type: "alert_words", alert_words: ["lunch", "Deploy"] },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
  });
});
