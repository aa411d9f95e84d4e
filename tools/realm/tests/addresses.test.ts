import { afterAll, beforeAll, test } from "vitest";

import { type Stack, startStack } from "./stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const owner = ["--owner-email", "boss@new.example", "--owner-name", "The Boss"];
  await stack.realm("create", "--subdomain", "new", "--name", "New Co", ...owner, "--hide-key");
});
afterAll(() => stack[Symbol.asyncDispose]());

test("an organization is renamed, and given domains, from the command line (docs/hosting.md#addresses)", async ({
  expect,
}) => {
  const domain = "chat.new.example";
  for (const [args, message] of [
    [["rename", "new"], "rename needs --to"],
    [["rename", "nobody", "--to", "other"], "There is no organization 'nobody'."],
    [["main-address", "new"], "main-address takes a subdomain and an address."],
    [["prove-domain", "new", domain], `The organization has no address '${domain}'.`],
  ] as const)
    await expect(stack.realm(...args)).rejects.toThrow(message);
  expect(await stack.realm("add-domain", "new", domain)).toMatch(
    /^http:\/\/new\.localhost:9991\tmain\nhttp:\/\/chat\.new\.example:9991\tunproven\n {2}needs the record\t_team-chat\.chat\.new\.example TXT "team-chat-organization=\w{32}"$/,
  );
  expect(await stack.realm("remove-address", "new", domain)).toBe(
    "http://new.localhost:9991\tmain",
  );
  expect(await stack.realm("rename", "new", "--to", "newer")).toBe(
    "The organization 'new' is at http://newer.localhost:9991 now; 'new' leads there.",
  );
  expect(JSON.parse(await stack.realm("addresses", "newer", "--json"))).toMatchObject([
    { address: "newer", state: "main" },
    { address: "new", state: "other" },
  ]);
  expect(await stack.realm("main-address", "newer", "newer")).toBe(
    "http://newer.localhost:9991\tmain\nhttp://new.localhost:9991\tleads there",
  );
});
