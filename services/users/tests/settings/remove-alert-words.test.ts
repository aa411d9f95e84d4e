import { addAlertWords, removeAlertWords } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("removing alert words (docs/behaviour/users.md#alert-words)", () => {
  test("removing alert words refuses what is no list", async ({ expect }) => {
    const given = { alert_words: "lunch" };
    await expect(
      world().request("alice", withAnyParams(removeAlertWords), given),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  test("alert words are removed in any case, unknown ones passed over, and the user alone is told", async ({
    expect,
  }) => {
    await world().request("alice", addAlertWords, { alert_words: ["lunch", "deploy"] });
    await world().events();
    await world().request("alice", removeAlertWords, { alert_words: ["unknown"] });
    const given = { alert_words: ["Lunch", "unknown"] };
    expect(await world().request("alice", withAnyParams(removeAlertWords), given)).toMatchObject({
      alert_words: ["deploy"],
    });
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      { type: "alert_words", alert_words: ["deploy"] },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
  });
});
