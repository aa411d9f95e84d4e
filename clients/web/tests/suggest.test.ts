import { describe, test } from "vitest";

import type { State } from "../src/state/state.ts";
import { suggestTopics } from "../src/views/compose/suggest-topics.ts";
import { suggest } from "../src/views/compose/suggest.ts";

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
  groups: new Map([
    [
      7,
      { id: 7, name: "crew", description: "On board", is_system_group: false, deactivated: false },
    ],
    [8, { id: 8, name: "crew of old", description: "", is_system_group: false, deactivated: true }],
    [
      9,
      { id: 9, name: "role:members", description: "", is_system_group: true, deactivated: false },
    ],
  ]),
  channels: new Map([[1, { stream_id: 1, name: "general", description: "", is_archived: false }]]),
} as unknown as State;

const sources = { emoji: [["smile", "🙂"]], topics: ["", "Lunch plans", "Landing page"] } as const;
const labels = (before: string) => suggest(before, state, sources).items.map(({ label }) => label);

describe("suggestions while writing (docs/subsystems/web-client.md#writing)", () => {
  test("people are suggested behind @, first those whose name begins so, without those who are gone", ({
    expect,
  }) => {
    expect(labels("Hi @ad")).toEqual(["Ada Admin", "Zoë Adams"]);
    expect(labels("Hi @zoe")).toEqual(["Zoë Adams"]);
    expect(labels("mail@ad")).toEqual([]);
  });

  test("a name that several people have is written with the id", ({ expect }) => {
    const [first] = suggest("@max", state, sources).items;
    expect(first?.text).toBe("@**Max Member|3** ");
  });

  test("groups that people have made are suggested behind @, and everybody by words for that", ({
    expect,
  }) => {
    expect(suggest("@cre", state, sources).items).toMatchObject([
      { label: "crew", hint: "On board", text: "@*crew* " },
    ]);
    expect(labels("@mem")).toEqual(["Max Member", "Max Member"]);
    expect(suggest("@al", state, sources).items).toMatchObject([{ text: "@**all** " }]);
    expect(suggest("@top", state, sources).items).toMatchObject([{ text: "@**topic** " }]);
  });

  test("behind @_ are people and groups who are not told, and nobody else", ({ expect }) => {
    const texts = (before: string) => suggest(before, state, sources).items.map(({ text }) => text);
    expect(texts("@_zo")).toEqual(["@_**Zoë Adams** "]);
    expect(texts("@_crew")).toEqual(["@_*crew* "]);
    expect(texts("@_all")).toEqual([]);
  });

  test("topics of a channel are suggested behind its name and >", ({ expect }) => {
    for (const before of ["see #general>lan", "see #**General>lan"])
      expect(suggest(before, state, sources).items.map(({ text }) => text)).toEqual([
        "#**general>Landing page** ",
        "#**general>Lunch plans** ",
      ]);
    expect(labels("#general>")).toEqual(["#general › Lunch plans", "#general › Landing page"]);
    expect(labels("#nowhere>lan")).toEqual([]);
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
