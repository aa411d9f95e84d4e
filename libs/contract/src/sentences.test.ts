import { expect, test } from "vitest";

import { sentences } from "./sentences.ts";

test.for([
  [[], ""],
  [["Where"], "Where."],
  [["Where", "Also accepted as `subject`."], "Where. Also accepted as `subject`."],
  [["Really?", undefined, " ", "Yes!", "One of:"], "Really? Yes! One of:"],
  [["Takes `a`", "(or not)"], "Takes `a`. (or not)."],
] as const)("texts become sentences: %j", ([texts, whole]) => {
  expect(sentences(...texts)).toBe(whole);
});
