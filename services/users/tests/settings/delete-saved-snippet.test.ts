import { createSavedSnippet, deleteSavedSnippet, listSavedSnippets } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("deleting a saved snippet (docs/behaviour/drafts-and-scheduled.md#saved-snippets)", () => {
  test("deleting a saved snippet takes it away once, from its owner only, who is told", async ({
    expect,
  }) => {
    const given = { title: "Greeting", content: "Hello" };
    const saved = await world().request(createSavedSnippet, "member", given);
    const gone = { code: "RESOURCE_NOT_FOUND", message: "Saved snippet does not exist." };
    await expect(world().request(deleteSavedSnippet, "owner", saved)).rejects.toMatchObject(gone);
    await world().events();
    await world().request(deleteSavedSnippet, "member", saved);
    const events = await world().events();
    expect(eventsFor(world().people.member.id, events)).toEqual([
      { type: "saved_snippets", op: "remove", ...saved },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
    expect((await world().request(listSavedSnippets, "member", {})).saved_snippets).toEqual([]);
    await expect(world().request(deleteSavedSnippet, "member", saved)).rejects.toMatchObject(gone);
  });
});
