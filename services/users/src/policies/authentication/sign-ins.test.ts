import { describe, expect, test } from "vitest";

import { checkedOtp, padKey, verifiedEmail } from "./sign-ins.ts";

describe("an address from an identity provider (docs/behaviour/single-sign-on.md#whose-account)", () => {
  test.for([
    [{ email: "a@b.example", email_verified: true }, false],
    [{ email: " a@b.example", email_verified: true }, true],
    [{ email: "a@b.example" }, true],
  ] as const)("the claims %j, trusted by configuration: %s, are good", ([claims, trusts]) => {
    expect(verifiedEmail(claims, trusts)).toBe("a@b.example");
  });

  test.for([
    [{ email: "a@b.example", email_verified: false }, false, "not verified"],
    [{ email: "a@b.example", email_verified: false }, true, "not verified"],
    [{ email: "a@b.example" }, false, "not verified"],
    [{ email: "no address", email_verified: true }, false, "does not tell"],
    [{ email_verified: true }, true, "does not tell"],
  ] as const)(
    "the claims %j, trusted by configuration: %s, are refused",
    ([claims, trusts, why]) => {
      expect(() => verifiedEmail(claims, trusts)).toThrow(why);
    },
  );
});

test("a key is padded so that the pad makes it readable again (docs/behaviour/single-sign-on.md#apps)", () => {
  const otp = "0123456789abcdef".repeat(4);
  const padded = padKey("A".repeat(32), otp);
  expect(padded).toMatch(/^[0-9a-f]{64}$/);
  expect(
    Buffer.from(padKey(Buffer.from(padded, "hex").toString("latin1"), otp), "hex").toString(),
  ).toBe("A".repeat(32));
});

test("a pad has 64 hexadecimal digits (docs/behaviour/single-sign-on.md#apps)", () => {
  expect(checkedOtp(null)).toBeNull();
  for (const otp of ["", "x".repeat(64), "ab".repeat(31)])
    expect(() => checkedOtp(otp)).toThrow("Invalid OTP");
});
