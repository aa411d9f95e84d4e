import { createSavedSnippet, listSavedSnippets } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("listing saved snippets (docs/behaviour/drafts-and-scheduled.md#saved-snippets)", () => {
  test("listing saved snippets shows one's own, oldest first, and none of others", async ({
    expect,
  }) => {
    for (const title of ["First", "Second"])
      await world().request("alice", createSavedSnippet, { title, content: "Hello" });
    await world().request("owner", createSavedSnippet, { title: "Other", content: "Hello" });
    const { saved_snippets: snippets } = await world().request("alice", listSavedSnippets, {});
    expect(snippets).toEqual([
      {
        id: expect.any(Number),
        title: "First",
        content: "Hello",
        date_created: expect.any(Number),
      },
      {
        id: expect.any(Number),
        title: "Second",
        content: "Hello",
        date_created: expect.any(Number),
      },
    ]);
    expect(await world().request("guest", listSavedSnippets, {})).toMatchObject({
      saved_snippets: [],
    });
  });
});
