import { createSavedSnippet, deleteSavedSnippet, listSavedSnippets } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("deleting a saved snippet (docs/behaviour/drafts-and-scheduled.md#saved-snippets)", () => {
  test("deleting a saved snippet takes it away once, from its owner only, who is told", async ({
    expect,
  }) => {
    const given = { title: "Greeting", content: "Hello" };
    const saved = await world().request("alice", createSavedSnippet, given);
    const gone = { code: "RESOURCE_NOT_FOUND", message: "Saved snippet does not exist." };
    await expect(world().request("owner", deleteSavedSnippet, saved)).rejects.toMatchObject(gone);
    await world().events();
    await world().request("alice", deleteSavedSnippet, saved);
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      { type: "saved_snippets", op: "remove", ...saved },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
    expect((await world().request("alice", listSavedSnippets, {})).saved_snippets).toEqual([]);
    await expect(world().request("alice", deleteSavedSnippet, saved)).rejects.toMatchObject(gone);
  });
});
