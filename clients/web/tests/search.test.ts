import { describe, test } from "vitest";

import { narrowKey, termsOf } from "../src/narrow/narrow.ts";
import type { State } from "../src/state/state.ts";
import { parseTerms } from "../src/views/search/parse-terms.ts";
import { suggestTerms } from "../src/views/search/suggest-terms.ts";

const state = {
  me: 7,
  channels: new Map([[3, { stream_id: 3, name: "Team news", description: "" }]]),
  people: new Map([
    [7, { user_id: 7, full_name: "Mia", email: "user7@x", delivery_email: "mia@x" }],
    [8, { user_id: 8, full_name: "Ada Admin", email: "user8@x", is_active: true }],
  ]),
} as unknown as State;

const term = (operator: string, operand: string | number | number[], negated = false) => ({
  operator,
  operand,
  negated,
});

describe("searching (docs/subsystems/web-client.md#searching)", () => {
  test.for<readonly [string, readonly object[]]>([
    ["two words", [term("search", "two words")]],
    ['"one phrase" more', [term("search", '"one phrase" more')]],
    ["from:me a", [term("sender", 7), term("search", "a")]],
    ['-sender:"ada admin"', [term("sender", 8, true)]],
    ["sender:mia@x has:link", [term("sender", 7), term("has", "link")]],
    ['stream:"team news" topic:"x y"', [term("channel", 3), term("topic", "x y")]],
    ["dm:me", [term("dm", [7])]],
    ["near:12 is:unread", [term("near", 12), term("is", "unread")]],
    ["topic:12", [term("topic", "12")]],
    ["note: https://x.org", [term("search", "note: https://x.org")]],
    ["from:nobody", [term("sender", "nobody")]],
  ])("%s is read as terms", ([written, terms], { expect }) => {
    expect(parseTerms(written, state)).toEqual(terms);
  });

  test.for<readonly [string, readonly string[]]>([
    ["h", ["has:"]],
    ["word -i", ["-is:", "-in:", "-id:"]],
    ["from:ad", ["sender: Ada Admin"]],
    ["x -channel:new", ["-channel: #Team news"]],
    ["has:at", ["has: attachment"]],
    ["topic:x", []],
  ])("%s brings suggestions of what can be meant", ([written, labels], { expect }) => {
    expect(suggestTerms(written, state).map(({ label }) => label)).toEqual(labels);
  });

  test("a search asks the server for its terms, and is another one with other terms", ({
    expect,
  }) => {
    const search = { kind: "search", terms: [term("is", "starred")] } as const;
    expect(termsOf(search)).toEqual(search.terms);
    const other = { kind: "search", terms: [term("is", "starred", true)] } as const;
    expect(narrowKey(search)).not.toBe(narrowKey(other));
  });
});
