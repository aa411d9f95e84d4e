import { parseConfig } from "@team-chat/config";
import { test } from "vitest";

import { configSchema } from "./config.ts";

test("a header that says who somebody is needs the proxies that may send it (docs/accounts.md#a-reverse-proxy-that-knows-who-somebody-is)", ({
  expect,
}) => {
  const given = { IDENTITY_KEY: "0".repeat(32), REMOTE_USER_HEADER: "X-Remote-User" };
  expect(() => parseConfig(configSchema, given)).toThrow(
    "REMOTE_USER_HEADER: needs TRUSTED_PROXIES",
  );
  expect(() => parseConfig(configSchema, { ...given, REMOTE_USER_SECRET: "short" })).toThrow(
    "at least 32 characters",
  );
  const trusted = { ...given, TRUSTED_PROXIES: "10.0.0.1" };
  expect(parseConfig(configSchema, trusted)).toMatchObject({ REMOTE_USER_HEADER: "X-Remote-User" });
});
