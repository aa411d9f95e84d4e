import { afterAll, beforeAll, test } from "vitest";

import { type Stack, startStack } from "./stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const owner = ["--owner-email", "boss@new.example", "--owner-name", "The Boss"];
  await stack.realm("create", "--subdomain", "new", "--name", "New Co", ...owner, "--hide-key");
});
afterAll(() => stack[Symbol.asyncDispose]());

test("an organization is moved on, to a process by its turn, and back, from the command line (docs/operations/moving.md)", async ({
  expect,
}) => {
  for (const [args, message] of [
    [["move"], "move takes one subdomain."],
    [["move", "new", "--turn", "1", "--back"], "move takes --turn or --back, and not both."],
    [["move", "new", "--turn", "-1"], "--turn"],
    [["move", "new", "--turn=1.5"], "--turn is a number from 0."],
    [["move", "new", "--turn", "1000001"], "turn"],
    [["move", "nobody"], "There is no organization 'nobody'."],
  ] as const)
    await expect(stack.realm(...args)).rejects.toThrow(message);
  const turnOf = async () => {
    const [shown] = JSON.parse(await stack.realm("list", "--json")) as { messages_turn: number }[];
    return shown?.messages_turn;
  };
  expect(await turnOf()).toBe(0);
  expect(await stack.realm("move", "new")).toBe(
    "The organization 'new' is moved on by 1 (turn 1).",
  );
  expect(await stack.realm("move", "new", "--turn", "5")).toContain("(turn 5)");
  expect(await turnOf()).toBe(5);
  expect(await stack.realm("move", "new", "--back")).toBe(
    "The organization 'new' is where hashing puts it.",
  );
  expect(await turnOf()).toBe(0);
});
