import { test } from "vitest";

import { findEmojiByCode, findEmojiByName } from "./find-emoji.ts";

test("an emoji is found by each of its names, and keeps the name it was asked by", ({ expect }) => {
  expect(findEmojiByName("thumbsup")).toEqual({ name: "thumbsup", code: "1f44d" });
  expect(findEmojiByName("nonsense")).toBeNull();
});

test("an emoji is found by its code under its most usual name", ({ expect }) => {
  expect(findEmojiByCode("1F44D")).toEqual({ name: "+1", code: "1f44d" });
  expect(findEmojiByCode("1f44d-fe0f")).toBeNull();
});
