import { createSavedSnippet, listSavedSnippets } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("listing saved snippets (docs/behaviour/drafts-and-scheduled.md#saved-snippets)", () => {
  test("listing saved snippets shows one's own, oldest first, and none of others", async ({
    expect,
  }) => {
    for (const title of ["First", "Second"])
      await world().request(createSavedSnippet, "member", { title, content: "Hello" });
    await world().request(createSavedSnippet, "owner", { title: "Other", content: "Hello" });
    const { saved_snippets: snippets } = await world().request(listSavedSnippets, "member", {});
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
    expect(await world().request(listSavedSnippets, "guest", {})).toMatchObject({
      saved_snippets: [],
    });
  });
});
