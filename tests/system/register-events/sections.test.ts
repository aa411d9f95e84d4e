import { initialData } from "@team-chat/contract";
import { describe, test } from "vitest";

import { passingKinds } from "./apply/apply-event.ts";
import { catalogue } from "./catalogue.ts";

interface Section {
  readonly continuedBy: readonly string[] | { readonly nothing: string };
}

/** Types of events that change messages that a client has loaded, and nothing that it is told at the start. */
const ofLoadedMessages = ["reaction", "submessage"];

const typeOf = (kind: string) => kind.split(" ")[0] ?? "";
const types = new Set(Object.keys(catalogue).map(typeOf));
const sections: readonly (readonly [string, Section])[] = Object.values(initialData).flatMap(
  (ofService) => Object.entries<Section>(ofService),
);

/** Types that the section's entry names and no event has. */
function unknownTypes({ continuedBy }: Section): readonly string[] {
  return "nothing" in continuedBy ? [] : continuedBy.filter((type) => !types.has(type));
}

/** Types of events that continue none of these sections although they change what clients know. */
function spareTypes(all: readonly (readonly [string, Section])[]): readonly string[] {
  const named = all.flatMap(([, { continuedBy }]) => ("nothing" in continuedBy ? [] : continuedBy));
  const passing = [...passingKinds].map(typeOf);
  const known = new Set([...named, ...passing, ...ofLoadedMessages]);
  return [...types].filter((type) => !known.has(type)).toSorted();
}

describe("the list of sections in the contract (docs/behaviour/events.md#initial-data)", () => {
  test.for(sections)(
    "%s is continued by events that are in the catalogue, or by none for a reason",
    ([, section], { expect }) => {
      expect(unknownTypes(section)).toEqual([]);
      if ("nothing" in section.continuedBy) expect(section.continuedBy.nothing).not.toBe("");
      else expect(section.continuedBy).not.toEqual([]);
    },
  );

  test("every event that changes what clients know continues some section", ({ expect }) => {
    expect(spareTypes(sections)).toEqual([]);
  });

  test("a section without its events is found, and an event that nobody sends", ({ expect }) => {
    expect(spareTypes(sections.filter(([name]) => name !== "drafts"))).toEqual(["drafts"]);
    expect(unknownTypes({ continuedBy: ["drafts", "realm_billing"] })).toEqual(["realm_billing"]);
  });
});
