import { describe, test } from "vitest";

import { operations } from "../operations.ts";
import { hasScope, keyScopes } from "./key-scopes.ts";

describe("scopes of operations (docs/behaviour/keys.md#scopes)", () => {
  test("every operation says which scope a key needs, and exactly those without an account take any key", ({
    expect,
  }) => {
    for (const { auth, name, scope } of operations) {
      expect([...keyScopes, "any"], name).toContain(scope);
      expect(scope === "any", name).toBe(auth === "none");
    }
  });

  test("what shows or makes keys, sessions and passwords asks for everything", ({ expect }) => {
    const revealing = /api_?key|token|session|bots(\/|$)|^\/settings|email_address|push/i;
    const shown = operations.filter(({ auth, path }) => auth !== "none" && revealing.test(path));
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter(({ scope }) => scope !== "all").map(({ name }) => name)).toEqual([]);
  });

  test("operations that only read in the sense of HTTP never take a key to send, but for calls", ({
    expect,
  }) => {
    const sending = operations.filter(({ method, scope }) => method === "GET" && scope === "send");
    expect(sending.map(({ name }) => name)).toEqual(["createBigBlueButtonCall"]);
  });

  test("a key has the scopes that it was given, and one for everything has all", ({ expect }) => {
    expect(hasScope(["read"], "read")).toBe(true);
    expect(hasScope(["read", "send"], "administration")).toBe(false);
    expect(hasScope(["read", "send", "administration"], "all")).toBe(false);
    for (const asked of [...keyScopes, "any"] as const) {
      expect(hasScope(["all"], asked)).toBe(true);
      expect(hasScope([], asked)).toBe(asked === "any");
    }
  });
});
