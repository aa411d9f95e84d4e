import { test } from "vitest";

import { echoOf } from "./echo.ts";

test("the echo bot repeats what follows the mention, in both of its forms", ({ expect }) => {
  expect(echoOf("@**Echo Bot** hello")).toBe("hello");
  expect(echoOf("@**Echo Bot|12**: hello\nthere")).toBe("hello\nthere");
});

test("the echo bot repeats everything when nobody is mentioned first", ({ expect }) => {
  expect(echoOf("hello")).toBe("hello");
  expect(echoOf("hello @**Echo Bot**")).toBe("hello @**Echo Bot**");
  expect(echoOf("**bold** words")).toBe("**bold** words");
});

test("the echo bot says how it works when there is nothing to repeat", ({ expect }) => {
  expect(echoOf("@**Echo Bot** ")).toContain("repeat");
});
