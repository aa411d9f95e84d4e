import { registerQueue } from "@team-chat/contract";
import { test } from "vitest";

import { mostCharacters } from "../src/api/initial-data.ts";

test("a browser keeps as many blocks of initial data as the server takes (docs/behaviour/events.md#coming-back)", ({
  expect,
}) => {
  const { schema } = registerQueue.params.initial_data_blocks;
  const isTaken = (characters: number) => schema.safeParse("x".repeat(characters)).success;
  expect([isTaken(mostCharacters), isTaken(mostCharacters + 1)]).toEqual([true, false]);
});
