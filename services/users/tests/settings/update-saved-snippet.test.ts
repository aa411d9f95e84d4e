import { createSavedSnippet, listSavedSnippets, updateSavedSnippet } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

async function save() {
  const given = { title: "Greeting", content: "Hello" };
  const saved = await world().request("alice", createSavedSnippet, given);
  await world().events();
  return saved.saved_snippet_id;
}

describe("editing a saved snippet (docs/behaviour/drafts-and-scheduled.md#saved-snippets)", () => {
  test("a saved snippet of somebody else or of nobody does not exist", async ({ expect }) => {
    const id = await save();
    for (const [name, wanted] of [
      ["owner", id],
      ["alice", id + 1000],
    ] as const) {
      const given = { saved_snippet_id: wanted, title: "Mine" };
      await expect(world().request(name, updateSavedSnippet, given)).rejects.toMatchObject({
        code: "RESOURCE_NOT_FOUND",
        message: "Saved snippet does not exist.",
      });
    }
  });

  test.for([
    [{ title: " " }, "title cannot be blank"],
    [{ title: "é".repeat(61) }, "title is too long (limit: 60 characters)"],
    [{ content: "\n" }, "content cannot be blank"],
    [{ content: "x".repeat(10_001) }, "content is too long (limit: 10000 characters)"],
  ] as const)(
    "editing a saved snippet refuses values that cannot be, case %#",
    async ([change, message], { expect }) => {
      const saved_snippet_id = await save();
      const other = "title" in change ? { content: "Other" } : { title: "Other" };
      await expect(
        world().request("alice", updateSavedSnippet, { saved_snippet_id, ...other, ...change }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
      const { saved_snippets: all } = await world().request("alice", listSavedSnippets, {});
      expect(all.find(({ id }) => id === saved_snippet_id)).toMatchObject({
        title: "Greeting",
        content: "Hello",
      });
    },
  );

  test("editing a saved snippet changes what is passed and tells the owner once", async ({
    expect,
  }) => {
    const id = await save();
    await world().request("alice", updateSavedSnippet, { saved_snippet_id: id, content: "Hi" });
    await world().request("alice", updateSavedSnippet, { saved_snippet_id: id, content: "Hi" });
    await world().request("alice", updateSavedSnippet, { saved_snippet_id: id });
    const events = await world().events();
    const announced = { id, title: "Greeting", content: "Hi", date_created: expect.any(Number) };
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      { type: "saved_snippets", op: "update", saved_snippet: announced },
    ]);
    expect(eventsFor(world().people.admin.id, events)).toEqual([]);
    const { saved_snippets: all } = await world().request("alice", listSavedSnippets, {});
    expect(all).toContainEqual(announced);
  });
});
