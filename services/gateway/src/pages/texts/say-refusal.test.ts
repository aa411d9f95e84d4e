import { describe, expect, test } from "vitest";

import { refusalTexts, sayRefusal } from "./say-refusal.ts";
import { ownVoice } from "./voice.ts";

const [ar, en] = [ownVoice("ar"), ownVoice("en")];

describe("a refusal in the language of a page (docs/behaviour/languages.md#refusals)", () => {
  test("a refusal with a name says it in the language of the page", () => {
    expect(sayRefusal(ar, "The subdomain 'a.b' is taken.")).toBe(
      "العنوان \u2068a.b\u2069 مستخدم بالفعل.",
    );
    expect(sayRefusal(ar, "Keycloak does not answer.")).toBe("لا يجيب \u2068Keycloak\u2069.");
    expect(
      sayRefusal(
        ar,
        "Your password could not be checked: the directory of your organization does not answer.",
      ),
      "a whole text goes before one with places",
    ).toContain("دليل مؤسستك");
  });

  test("a refusal in English stays as it came", () => {
    for (const problem of [
      "Too many attempts. Try again in a minute.",
      "Too many attempts. Try again in 12 minutes.",
      "Name too short!",
      "Keycloak does not answer.",
      "",
    ])
      expect(sayRefusal(en, problem)).toBe(problem);
  });

  test("a script is given the refusals that it may meet in another language, and none in English", () => {
    expect(refusalTexts(ar, ["callsUnset", "tooMany"])).toEqual([
      ["^(?<provider>.+) credentials have not been configured$", ar.texts.refusals.callsUnset],
    ]);
    expect(refusalTexts(en, ["callsUnset", "wrongPassword"])).toEqual([]);
  });

  test("a refusal that pages do not know stays as it came in every language", () => {
    for (const problem of ["Something new.", "toString", "constructor.", "{n}"])
      expect(sayRefusal(ar, problem)).toBe(problem);
  });
});
