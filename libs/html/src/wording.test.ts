import { describe, expect, test } from "vitest";

import { findLanguage } from "./languages.ts";
import { wordingIn } from "./wording.ts";

const counted = {
  en: { left: { one: "{n} code for {who}", other: "{n} codes for {who}" } },
  ar: {
    left: {
      zero: "لا رموز",
      one: "رمز واحد",
      two: "رمزان",
      few: "{n} رموز لـ{who}",
      many: "{n} رمزًا",
      other: "{n} رمز",
    },
  },
};

describe("texts in languages (docs/behaviour/languages.md)", () => {
  test("a text that counts has the form that its language has for the number", () => {
    const [en, ar] = [wordingIn("en", counted), wordingIn("ar", counted)];
    expect(en.say(en.texts.left, { n: 1, who: "Ada" })).toBe("1 code for Ada");
    expect(en.say(en.texts.left, { n: 0, who: "Ada" })).toBe("0 codes for Ada");
    expect([0, 1, 2, 11, 100].map((n) => ar.say(ar.texts.left, { n }))).toEqual([
      "لا رموز",
      "رمز واحد",
      "رمزان",
      "11 رمزًا",
      "100 رمز",
    ]);
  });

  test("a name is isolated in a text that runs from right to left, so that it leaves the order alone", () => {
    const ar = wordingIn("ar", counted);
    expect(ar.say(ar.texts.left, { n: 3, who: "Ada" })).toBe("3 رموز لـ\u2068Ada\u2069");
  });

  test("a language is found with and without its region, and the first one that there is counts", () => {
    expect(findLanguage("ar-EG")).toBe("ar");
    expect(findLanguage("de", undefined, "en-gb", "ar")).toBe("en");
    expect(findLanguage("de", "", "arx")).toBeNull();
  });
});
