import { test } from "vitest";

import { networks } from "./networks.ts";

const field = networks();

test("networks are given with their prefix, separated by commas", ({ expect }) => {
  expect(field.parse(undefined)).toEqual([]);
  expect(field.parse("10.1.0.0/16,fd00::/8")).toEqual(["10.1.0.0/16", "fd00::/8"]);
});

test("whatever is no network is refused at the start", ({ expect }) => {
  for (const text of [
    "10.0.0.1",
    "10.0.0.0/33",
    "fd00::/129",
    "example.com/8",
    "10.0.0.0/8/8",
    ",",
  ])
    expect(field.safeParse(text).success).toBe(false);
});
