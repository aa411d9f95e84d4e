import { test } from "vitest";

import { Neutral } from "./neutral.ts";

const noon = Date.UTC(2026, 10, 26, 12);

test("a key is replaced in an example also when it has no digit by chance", ({ expect }) => {
  const neutral = new Neutral(noon, 9991);
  const key = "abcdefghijklmnopqrstuvwxyzabcdef";
  const secret = "AbcdefGhijklmnOpqrstuv_x";
  const shown = neutral.value({
    api_key: key,
    url: `/user_uploads/1/cd/${secret}/plan.png`,
    list: [{ token: key }],
  });
  const text = JSON.stringify(shown);
  expect(text).not.toContain(key);
  expect(text).not.toContain(secret);
  expect(shown).toMatchObject({
    url: expect.stringMatching(/^\/user_uploads\/1\/ab\/[\da-f]{24}\/plan\.png$/),
  });
});

test("names stand in examples as they are, also long ones", ({ expect }) => {
  const neutral = new Neutral(noon, 9991);
  const names = {
    can_add_subscribers_group: "role:administrators",
    code: "BAD_EVENT_QUEUE_ID",
    url: "https://acme.example.com/api/v1/settings/display/notification-settings",
  };
  expect(neutral.value(names)).toEqual(names);
});
