import { createHash } from "node:crypto";

import { describe, test } from "vitest";

import { SessionCookie } from "./session-cookie.ts";

const tokens = ["a".repeat(32), "b".repeat(32)];

describe("the fingerprint of a session (docs/behaviour/sessions.md#the-cookie)", () => {
  test.for([
    ["http", /^session-fingerprint=[\w-]{22}; Max-Age=34560000; Path=\/; SameSite=Lax$/],
    [
      "https",
      /^__Host-session-fingerprint=[\w-]{22}; Max-Age=34560000; Path=\/; SameSite=Lax; Secure$/,
    ],
  ] as const)(
    "scripts of a page over %s can read the fingerprint, which lasts as long as the session",
    ([scheme, form], { expect }) => {
      const cookie = new SessionCookie(scheme);
      const [session, fingerprint] = cookie.set("a".repeat(32));
      expect(session).toContain("; Max-Age=34560000; HttpOnly; ");
      expect(fingerprint).toMatch(form);
      for (const cleared of cookie.clear()) expect(cleared).toContain("=; Max-Age=0; ");
    },
  );

  test("a fingerprint is each session's own, and says neither its token nor the hash that is stored", ({
    expect,
  }) => {
    const cookie = new SessionCookie("http");
    const fingerprints = tokens.map((token) => /=([^;]+)/.exec(cookie.set(token)[1])?.[1] ?? "");
    expect(new Set(fingerprints).size).toBe(2);
    for (const [at, fingerprint] of fingerprints.entries()) {
      const hash = createHash("sha256").update(tokens[at] ?? "");
      expect(fingerprint).not.toBe(hash.digest("base64url").slice(0, 22));
      expect(cookie.read(`session=${fingerprint}`)).toBeUndefined();
      expect(cookie.read(`session-fingerprint=${fingerprint}`)).toBeUndefined();
    }
  });
});
