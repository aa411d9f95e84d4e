import { afterAll, beforeAll, describe, test } from "vitest";

import { type Stack, startStack } from "./stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

describe("inviting somebody to create an organization (docs/hosting.md#operators-interface)", () => {
  test("an invitation is refused for no time, too long a time, or an organization that there is", async ({
    expect,
  }) => {
    for (const days of ["0", "91", "x"])
      await expect(stack.realm("invite-organization", "--days", days)).rejects.toThrow(
        "--days is a whole number from 1 to 90.",
      );
    await expect(stack.realm("invite-organization", "acme")).rejects.toThrow(
      "invite-organization takes nothing but --days.",
    );
  });

  test("an invitation is a link, for a week unless said otherwise", async ({ expect }) => {
    const printed = (days: number) =>
      new RegExp(String.raw`once, within ${days} days:\nhttp\S+/new/\w{32}$`);
    expect(await stack.realm("invite-organization")).toMatch(printed(7));
    expect(await stack.realm("invite-organization", "--days", "2")).toMatch(printed(2));
  });
});
