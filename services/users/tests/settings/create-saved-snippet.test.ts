import { createSavedSnippet, listSavedSnippets } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("saving a snippet (docs/behaviour/drafts-and-scheduled.md#saved-snippets)", () => {
  test.for([
    [" ", "text", "title cannot be blank"],
    ["title", " \n", "content cannot be blank"],
    ["é".repeat(61), "text", "title is too long (limit: 60 characters)"],
    ["title", "x".repeat(10_001), "content is too long (limit: 10000 characters)"],
  ] as const)(
    "saving a snippet refuses blank and long values, case %#",
    async ([title, content, message], { expect }) => {
      await expect(
        world().request("alice", createSavedSnippet, { title, content }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    },
  );

  test("saving a snippet needs both parameters", async ({ expect }) => {
    const given = world().users.request(
      withAnyParams(createSavedSnippet),
      world().people.alice.identity,
      { title: "Only" },
      { realmId: world().realm.id },
    );
    await expect(given).rejects.toMatchObject({
      code: "REQUEST_VARIABLE_MISSING",
      details: { var_name: "content" },
    });
  });

  test("a saved snippet has both parts stripped and its characters counted, and only its owner is told", async ({
    expect,
  }) => {
    await world().events();
    const { saved_snippet_id: id } = await world().request("alice", createSavedSnippet, {
      title: ` ${"😀".repeat(60)} `,
      content: "\n*Hello*\n",
    });
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      {
        type: "saved_snippets",
        op: "add",
        saved_snippet: {
          id,
          title: "😀".repeat(60),
          content: "*Hello*",
          date_created: expect.any(Number),
        },
      },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
  });

  test("a snippet is saved as often as it is asked, whatever a header says of it", async ({
    expect,
  }) => {
    const body = new URLSearchParams({ title: "Twice", content: "c" });
    const { identity } = world().people.guest;
    for (let count = 0; count < 2; count += 1) {
      const headers = { "Idempotency-Key": "the same" };
      const given = { method: "POST", body, headers };
      expect((await world().fetch(identity, "/saved_snippets", given)).status).toBe(200);
    }
    const { saved_snippets: saved } = await world().request("guest", listSavedSnippets, {});
    expect(saved.map(({ title }) => title)).toEqual(["Twice", "Twice"]);
  });
});
