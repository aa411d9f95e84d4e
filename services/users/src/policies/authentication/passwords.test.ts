import { test } from "vitest";

import { checkPassword, hashPassword, isStrongPassword } from "./passwords.ts";

test("a password is refused by another's hash, by no hash and by nonsense", async ({ expect }) => {
  const hash = await hashPassword("correct-horse");
  expect(await checkPassword("Correct-horse", hash)).toBe(false);
  for (const stored of [null, "", "scrypt$", "md5$a$b"])
    expect(await checkPassword("correct-horse", stored)).toBe(false);
});

test("a password is accepted by its hash, composed or decomposed (docs/behaviour/users.md#passwords)", async ({
  expect,
}) => {
  const hash = await hashPassword("caf\u00E9-am-eck");
  expect(hash).toMatch(/^scrypt\$15\$8\$1\$/);
  expect(await checkPassword("cafe\u0301-am-eck", hash)).toBe(true);
  expect(await hashPassword("caf\u00E9-am-eck")).not.toBe(hash);
});

test("hashes made with other parameters stay valid", async ({ expect }) => {
  // RFC 7914, section 12: "pleaseletmein", "SodiumChloride", N = 16384, r = 8, p = 1, the first 32 bytes.
  const salt = Buffer.from("SodiumChloride").toString("base64url");
  const hash = Buffer.from(
    "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2",
    "hex",
  );
  const stored = `scrypt$14$8$1$${salt}$${hash.toString("base64url")}`;
  expect(await checkPassword("pleaseletmein", stored)).toBe(true);
});

test.for([
  ["short", false],
  ["aaaaaaaaaa", false],
  ["abcdefghij", false],
  ["12345678", false],
  ["Password1", false],
  ["x".repeat(101), false],
  ["correct-horse-battery", true],
  ["k3-Bq!", true],
] as const)("%s is strong: %s", ([password, strong], { expect }) => {
  expect(isStrongPassword(password)).toBe(strong);
});
