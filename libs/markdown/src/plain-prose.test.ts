import * as fc from "fast-check";
import { test } from "vitest";

import { emptyContext } from "./context.ts";
import { renderProse } from "./plain-prose.ts";
import { renderedHere } from "./rendered-here.ts";

/** Pieces of which both kinds of text are made. */
const piece = fc.constantFrom(
  ..."aZé9 .,?!'\"()-_:;*&<#@/\n".split(""),
  ..." . . a b.c ) (: D: -- ... !. example.com www. 1. - a's e.g. (c) x".split(" "),
  "  ",
);
const text = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join("").trim());

test("plain prose is what the parser leaves as it is, with emoticons and without", ({ expect }) => {
  let plain = 0;
  fc.assert(
    fc.property(text, fc.boolean(), (given, emoticons) => {
      const prose = renderProse(given, []);
      if (prose === null) return;
      plain += 1;
      // A line before it has all of it parsed.
      const { html, ...rest } = renderedHere(`&\n\n${given}`, { ...emptyContext, emoticons });
      expect(html).toBe(`<p>&amp;</p>\n<p>${given}</p>`);
      const { html: own, prose: written, ...facts } = prose;
      expect(own).toBe(`<p>${given}</p>`);
      expect(rest).toEqual({ ...facts, prose: `&\n${written}` });
    }),
    { numRuns: 20_000 },
  );
  expect(plain).toBeGreaterThan(500);
});

test("the organization's patterns are looked for in every text", ({ expect }) => {
  const linkifiers = [{ pattern: "Lunch", url_template: "https://x.y" }];
  expect(renderedHere("Lunch at noon", { ...emptyContext, linkifiers }).html).toBe(
    '<p><a href="https://x.y">Lunch</a> at noon</p>',
  );
});
