import { afterAll, beforeAll, describe, test } from "vitest";

import { type Stack, startStack } from "./stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const owner = ["--owner-email", "a@b.example", "--owner-name", "An Owner"];
  await stack.realm("create", "--subdomain", "acme", "--name", "Acme", ...owner);
});
afterAll(() => stack[Symbol.asyncDispose]());

describe("the command for tokens of provisioning systems (docs/behaviour/scim.md#tokens)", () => {
  test("the command for tokens is refused without a subdomain, and with an id that is none", async ({
    expect,
  }) => {
    await expect(stack.realm("scim")).rejects.toThrow("scim takes one subdomain.");
    await expect(stack.realm("scim", "acme", "--end", "x")).rejects.toThrow("the id of a token");
    await expect(stack.realm("scim", "acme", "--end", "999")).rejects.toThrow("no such token");
  });

  test("a token is made, shown once, listed and ended", async ({ expect }) => {
    expect(await stack.realm("scim", "acme")).toMatch(/acme\..*\/scim\/v2\nThere is no token\.$/);
    const made = await stack.realm("scim", "acme", "--new", "Okta");
    const [, token, id] = /once: (\w{32})\n(\d+)\tOkta\tmade .*Z\tnever used$/.exec(made) ?? [];
    const listed = await stack.realm("scim", "acme");
    expect(listed).toContain(`${String(id)}\tOkta`);
    expect(listed).not.toContain(String(token));
    expect(await stack.realm("scim", "acme", "--end", String(id))).toContain("There is no token.");
  });
});
