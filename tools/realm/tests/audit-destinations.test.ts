import { afterAll, beforeAll, describe, test } from "vitest";

import { type Stack, startStack } from "./stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const owner = ["--owner-email", "a@b.example", "--owner-name", "An Owner"];
  await stack.realm("create", "--subdomain", "acme", "--name", "Acme", ...owner);
});
afterAll(() => stack[Symbol.asyncDispose]());

const call = (...args: readonly string[]) => stack.realm("audit-destinations", ...args);

describe("the command for where audit logs are sent (docs/behaviour/audit.md#sending)", () => {
  test("the command for destinations is refused without a subdomain, and with parts that do not go together", async ({
    expect,
  }) => {
    for (const [args, message] of [
      [[], "audit-destinations takes one subdomain."],
      [["acme", "--new", "SIEM"], "--new and --url go together."],
      [["acme", "--authorization", "x"], "--authorization goes with --new."],
      [["acme", "--remove", "x"], "--remove takes the id of a destination."],
      [["acme", "--remove", "999"], "There is no such destination."],
    ] as const)
      await expect(call(...args)).rejects.toThrow(message);
  });

  test("a destination is added, its secret shown once, listed and removed", async ({ expect }) => {
    expect(await call("acme")).toBe("The audit log is sent nowhere.");
    const url = "https://siem.example.com/in";
    const made = await call("acme", "--new", "SIEM", "--url", url, "--authorization", "Bearer x");
    const [, secret, id] = /once: (whsec_\S+)\n(\d+)\tSIEM\t/.exec(made) ?? [];
    const listed = await call("acme");
    expect(listed).toContain(`${String(id)}\tSIEM\t${url}\tworking\thas taken nothing`);
    expect(listed).not.toContain(String(secret));
    expect(await call("acme", "--remove", String(id))).toBe("The audit log is sent nowhere.");
  });
});
