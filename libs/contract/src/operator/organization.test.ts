import { test } from "vitest";

import { organization } from "./organization.ts";

test("an organization of which a release without turns answers is where hashing puts it", ({
  expect,
}) => {
  const turn = organization.pick({ messages_turn: true });
  expect(turn.parse({})).toEqual({ messages_turn: 0 });
  expect(turn.safeParse({ messages_turn: null }).success).toBe(false);
});
