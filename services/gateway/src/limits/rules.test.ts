import { expect, test } from "vitest";

import { limitSettings, parseRules } from "./rules.ts";

test("rules are read from their text, and what is no rule is left out", () => {
  expect(parseRules("60:200, 3600:5000")).toEqual([
    { windowMs: 60_000, max: 200 },
    { windowMs: 3_600_000, max: 5000 },
  ]);
  expect(parseRules("")).toEqual([]);
  expect(parseRules("60:x,1:2")).toEqual([{ windowMs: 1000, max: 2 }]);
});

test("production has the documented limits, development hardly any", () => {
  const login = {
    RATE_LIMIT_LOGIN: "1800:5",
    RATE_LIMIT_LOGIN_NAME: "1800:100",
    RATE_LIMIT_MAIL: "3600:5",
    RATE_LIMIT_MAIL_ADDRESS: "3600:30",
  };
  const production = limitSettings({ MODE: "production", ...login });
  expect(production.user).toEqual([{ windowMs: 60_000, max: 200 }]);
  expect(production.address).toEqual([{ windowMs: 60_000, max: 100 }]);
  const development = limitSettings({ MODE: "development", ...login, RATE_LIMIT_IP: "1:1" });
  expect(development.user[0]?.max).toBe(1_000_000);
  expect(development.address).toEqual([{ windowMs: 1000, max: 1 }]);
});
