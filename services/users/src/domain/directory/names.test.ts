import { describe, test } from "vitest";

import { comparableDn, filledDn } from "./names.ts";

describe("distinguished names (docs/behaviour/single-sign-on.md#directories)", () => {
  test("a name that is put into a template stays one value, whatever it consists of", ({
    expect,
  }) => {
    const template = "uid={username},ou=people";
    expect(filledDn(template, "nora.new-1_a@example.com")).toBe(
      "uid=nora.new-1_a@example.com,ou=people",
    );
    expect(filledDn(template, "a,ou=admins+cn=b")).toBe(
      String.raw`uid=a\2cou\3dadmins\2bcn\3db,ou=people`,
    );
    expect(filledDn(template, ' #"\\<>;\0ü$&')).toBe(
      String.raw`uid=\20\23\22\5c\3c\3e\3b\00\c3\bc\24\26,ou=people`,
    );
  });

  test("two spellings of a distinguished name compare as one", ({ expect }) => {
    expect(comparableDn("CN=Nora , OU=People,dc = example")).toBe(
      comparableDn("cn=nora,ou=people,dc=example"),
    );
  });
});
