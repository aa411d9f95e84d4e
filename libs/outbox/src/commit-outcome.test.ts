import { AppError } from "@team-chat/errors";
import { test } from "vitest";

import { isOutcomeUnknown } from "./commit-outcome.ts";

function wrapped(code: string): Error {
  return new Error("outer", { cause: Object.assign(new Error("inner"), { code }) });
}

test("a refusal of the server or of our own code means that nothing was committed", ({
  expect,
}) => {
  for (const error of [wrapped("23505"), wrapped("40001"), new AppError("BAD_REQUEST", "no")]) {
    expect(isOutcomeUnknown(error)).toBe(false);
  }
});

test("a lost connection leaves it open", ({ expect }) => {
  for (const error of [
    wrapped("08006"),
    wrapped("57P01"),
    wrapped("ECONNRESET"),
    new Error("Connection terminated"),
  ]) {
    expect(isOutcomeUnknown(error)).toBe(true);
  }
});
