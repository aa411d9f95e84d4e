import { claimMapping, roles } from "@team-chat/contract";
import { describe, expect, test } from "vitest";

import { claimOf, mappedClaims, mappedGroups, mappedProfile, mappedRole } from "./claim-mapping.ts";

describe("a mapping of claims (docs/behaviour/single-sign-on.md#what-providers-tell)", () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [String(at), "member"]));

  test.for([
    ["an unknown role", { role: { claim: "groups", values: { a: "emperor" } } }],
    ["no claim", { groups: { claim: "", values: {} } }],
    ["something unknown", { avatar: "picture" }],
    ["over 500 values", { role: { claim: "groups", values: many } }],
  ] as const)("a mapping with %s is refused", ([, mapping]) => {
    expect(claimMapping.safeParse(mapping).success).toBe(false);
  });

  test("a claim is found by its whole name, else by the path that the name is", () => {
    const claims = { "a.b": "whole", a: { b: "path" }, realm_access: { roles: ["x"] } };
    expect(claimOf(claims, "a.b")).toBe("whole");
    expect(claimOf(claims, "realm_access.roles")).toEqual(["x"]);
    const absent = ["a.c", "a.b.c", "constructor", "a.__proto__"];
    expect(absent.map((name) => claimOf(claims, name))).toEqual(absent.map(() => undefined));
  });

  test("somebody with several values has the role that may most", () => {
    const role = { claim: "groups", values: { staff: "moderator", it: "administrator" } } as const;
    const mapping = claimMapping.parse({ role });
    expect(mappedRole(mapping, { groups: ["staff", "it", "other"] })).toBe(roles.administrator);
    expect(mappedRole(mapping, { groups: "staff" })).toBe(roles.moderator);
    for (const groups of [undefined, null, "other", "toString", ["__proto__"], [["it"]]])
      expect(mappedRole(mapping, { groups })).toBeNull();
    const otherwise = claimMapping.parse({ role: { ...role, otherwise: "guest" } });
    expect(mappedRole(otherwise, {})).toBe(roles.guest);
  });

  test("groups are told by their values, and a profile by claims of every kind", () => {
    const mapping = claimMapping.parse({
      groups: { claim: "teams", values: { "1": "engineers", "2": "engineers", "3": "sales" } },
      profile: { Team: "department", Floor: "office.floor", Car: "car" },
    });
    expect(mappedClaims(mapping)).toEqual(["teams", "department", "office.floor", "car"]);
    const { decided, wanted } = mappedGroups(mapping, { teams: [1, "9"] });
    expect([[...wanted], decided]).toEqual([["engineers"], ["engineers", "sales"]]);
    const claimed = mappedProfile(mapping, {
      department: ["A", "B"],
      office: { floor: 3 },
      car: null,
    });
    expect([...claimed]).toEqual([
      ["Team", "A, B"],
      ["Floor", "3"],
      ["Car", ""],
    ]);
  });
});
