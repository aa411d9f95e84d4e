import { describe, test } from "vitest";

import type { State } from "../src/state/state.ts";
import { suggest, suggestTopics } from "../src/views/compose/suggest.ts";

const person = (user_id: number, full_name: string, is_active = true) =>
  [user_id, { user_id, full_name, is_active, delivery_email: null }] as const;
const state = {
  people: new Map([
    person(1, "Ada Admin"),
    person(2, "Zoë Adams"),
    person(3, "Max Member"),
    person(4, "Max Member"),
    person(5, "Adam Gone", false),
  ]),
  channels: new Map([[1, { stream_id: 1, name: "general", description: "", is_archived: false }]]),
} as unknown as State;

const labels = (before: string) =>
  suggest(before, state, [["smile", "🙂"]]).items.map(({ label }) => label);

describe("suggestions while writing (docs/subsystems/web-client.md#writing)", () => {
  test("people are suggested behind @, first those whose name begins so, without those who are gone", ({
    expect,
  }) => {
    expect(labels("Hi @ad")).toEqual(["Ada Admin", "Zoë Adams"]);
    expect(labels("Hi @zoe")).toEqual(["Zoë Adams"]);
    expect(labels("mail@ad")).toEqual([]);
  });

  test("a name that several people have is written with the id", ({ expect }) => {
    const [first] = suggest("@max", state, []).items;
    expect(first?.text).toBe("@**Max Member|3** ");
  });

  test("channels are suggested behind #, and emoji behind : and two letters", ({ expect }) => {
    expect(labels("see #gen")).toEqual(["#general"]);
    expect(labels("nice :sm")).toEqual(["🙂 smile"]);
    expect(labels("at 9:s")).toEqual([]);
  });

  test("topics are suggested by any part of their name", ({ expect }) => {
    expect(suggestTopics("lan", ["Lunch plans", "Landing page", "Other"])).toEqual([
      "Landing page",
      "Lunch plans",
    ]);
  });
});
