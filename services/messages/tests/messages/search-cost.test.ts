import { getMessages, searchLimits } from "@team-chat/contract";
import { recordQueries, useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const phrase = (at: number) => `"phrase ${at} is"`;

test("the most phrases are found by the statements of one phrase, which grow with nothing", async ({
  expect,
}) => {
  const realm = world().realm();
  const phrases = Array.from({ length: searchLimits.phrases }, (_, at) => phrase(at));
  const all = await realm.send("alice", { content: phrases.join(" ") });
  await realm.send("alice", { content: phrases.slice(1).join(" ") });
  const search = async (operand: string) => {
    let found: readonly number[] = [];
    const texts = await recordQueries({
      counts: () => true,
      work: async () => {
        const narrow = [{ operator: "search", operand, negated: false }];
        const params = { anchor: "newest", num_before: 10, num_after: 0, narrow };
        const { messages } = await realm.request("alice", getMessages, params);
        found = messages.map(({ id }) => id);
      },
    });
    return { found, texts: texts.filter((text) => text.includes("bool_and(strpos(")) };
  };
  // The first request of a process reads more.
  await search(phrase(1));
  const one = await search(phrase(0));
  const most = await search(phrases.join(" "));
  expect([one.found, most.found]).toEqual([[all], [all]]);
  expect(one.texts).toHaveLength(1);
  expect(most.texts).toEqual(one.texts);
});
