import { describe, test } from "vitest";

import { templateVariables } from "./url-template.ts";

describe("variables of a URL template", () => {
  test.for([
    ["https://example.com/", []],
    ["https://example.com/{id}", ["id"]],
    [
      "https://example.com/{+org}/{repo}{?q,page*,lang:3}{#at}",
      ["org", "repo", "q", "page", "lang", "at"],
    ],
    ["https://example.com/%20{a.b}{/c_1}{;d}{.e}{&f}", ["a.b", "c_1", "d", "e", "f"]],
  ] as const)("the variables of the URL template %s are %o", ([template, names], { expect }) => {
    expect(templateVariables(template)).toEqual(names);
  });

  test.for([
    "https://example.com/{",
    "https://example.com/}",
    "https://example.com/{}",
    "https://example.com/{a{b}}",
    "https://example.com/{!id}",
    "https://example.com/{id:0}",
    "https://example.com/{id:10000}",
    "https://example.com/{a,}",
    "https://example.com/{a b}",
    "https://example.com/{a..b}",
    "https://example.com/ {id}",
    "https://example.com/%zz",
    'https://example.com/"',
  ])("a URL template has no variables in %s, which is none", (template, { expect }) => {
    expect(templateVariables(template)).toBeNull();
  });
});
