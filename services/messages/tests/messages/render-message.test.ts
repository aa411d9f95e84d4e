import { renderMessage } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("nothing cannot be rendered (docs/behaviour/messages.md#rendering-a-draft)", async ({
  expect,
}) => {
  const realm = world.realm();
  const asked = realm.request(1, renderMessage, { content: " " });
  await expect(asked).rejects.toThrow("Message must not be empty");
});

test("content is rendered as the caller's, and not sent (docs/behaviour/messages.md#rendering-a-draft)", async ({
  expect,
}) => {
  const realm = world.realm();
  const { rendered } = await realm.request(1, renderMessage, { content: "**a** @**User 2**" });
  expect(rendered).toBe(
    '<p><strong>a</strong> <span class="user-mention" data-user-id="2">@User 2</span></p>',
  );
  expect(await realm.events()).toEqual([]);
});
