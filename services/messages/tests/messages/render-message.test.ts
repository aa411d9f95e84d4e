import { renderMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

test("nothing cannot be rendered (docs/behaviour/messages.md#rendering-a-draft)", async ({
  expect,
}) => {
  const realm = world().realm();
  const asked = realm.request("alice", renderMessage, { content: " " });
  await expect(asked).rejects.toThrow("Message must not be empty");
});

test("content is rendered as the caller's, and not sent (docs/behaviour/messages.md#rendering-a-draft)", async ({
  expect,
}) => {
  const realm = world().realm();
  const { rendered } = await realm.request("alice", renderMessage, {
    content: "**a** @**User 2**",
  });
  expect(rendered).toBe(
    '<p><strong>a</strong> <span class="user-mention" data-user-id="2">@User 2</span></p>',
  );
  expect(await realm.events()).toEqual([]);
});
