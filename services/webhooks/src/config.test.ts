import { test } from "vitest";

import { configSchema } from "./config.ts";

const networks = configSchema.shape.WEBHOOK_ALLOWED_NETWORKS;

test("networks are given with their prefix, separated by commas", ({ expect }) => {
  expect(networks.parse(undefined)).toEqual([]);
  expect(networks.parse("10.1.0.0/16,fd00::/8")).toEqual(["10.1.0.0/16", "fd00::/8"]);
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
    expect(networks.safeParse(text).success).toBe(false);
});
