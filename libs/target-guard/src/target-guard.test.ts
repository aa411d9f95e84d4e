import { describe, test } from "vitest";

import { createTargetGuard } from "./target-guard.ts";

describe("the guard of targets", () => {
  test("the guard of targets refuses addresses that are not public, in every spelling a resolver returns", ({
    expect,
  }) => {
    const guard = createTargetGuard([]);
    const inside = [
      "127.0.0.1",
      "10.1.2.3",
      "172.31.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
      "::1",
      "::",
      "fe80::1",
      "fe80::1%lo",
      "fec0::1",
      "fc00::1",
      "fd12::1",
      "ff02::1",
      "::7f00:1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "64:ff9b::a00:1",
      "2001::1",
      "2002:7f00:1::",
      "not an address",
    ];
    expect(inside.filter((address) => guard.allows(address))).toEqual([]);
  });

  test("the guard of webhook targets allows public addresses and the exceptions of the configuration", ({
    expect,
  }) => {
    const guard = createTargetGuard(["127.0.0.0/8", "::1/128"]);
    for (const address of ["8.8.8.8", "2606:4700::1111", "127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect(guard.allows(address)).toBe(true);
    }
    expect(guard.allows("10.0.0.1")).toBe(false);
  });
});
