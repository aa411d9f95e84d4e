import { test } from "vitest";

import { checkedFullName, isEmailAddress } from "./names.ts";

test.for([
  [" a ", "Name too short!"],
  ["n".repeat(101), "Name too long!"],
  ["a`b", "Invalid characters in name!"],
  ["a\u0007b", "Invalid characters in name!"],
  ["a\u202Eb", "Invalid characters in name!"],
  ["\u200B\u200B", "Invalid characters in name!"],
  ["Some Body|12", "Invalid format!"],
] as const)("the name %o is refused", ([name, message], { expect }) => {
  expect(() => checkedFullName(name)).toThrow(message);
});

test("a name loses the blanks around it and may have any letters (docs/behaviour/users.md#names)", ({
  expect,
}) => {
  expect(checkedFullName("  Zoë O'Näme 李 🙂 ")).toBe("Zoë O'Näme 李 🙂");
  expect(checkedFullName("👩‍🚀👩‍🚀")).toBe("👩‍🚀👩‍🚀");
});

test("addresses have one local part and a host", ({ expect }) => {
  for (const text of ["a@b", "a.b+c@example.com", "x-bot@localhost", "Ü@example.com"])
    expect(isEmailAddress(text), text).toBe(true);
  for (const text of [
    "",
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a\u202Eb@c",
    "a\u0007b@c",
    "a b@c",
    "a@-b",
    "a..b@c",
    `${"a".repeat(65)}@b`,
  ])
    expect(isEmailAddress(text), text).toBe(false);
});
