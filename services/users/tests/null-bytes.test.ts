// Texts that the database cannot keep: with a null byte, or with half of a surrogate pair.
import { updateProfileData } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { ask, bare, kinds, owned, valuesBut } from "./asking.ts";
import { addField } from "./profile-fields/profile-fields.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

/** Forms in which a text stands in a parameter of a kind. */
const within: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => text,
  "1000 characters": (text) => text,
  "8000 characters": (text) => text,
  texts: (text) => JSON.stringify([text]),
  "texts by name": (text) => JSON.stringify({ a: text, [text]: "a" }),
  list: (text) => JSON.stringify([{ id: 1, value: text }]),
  object: (text) => JSON.stringify({ a: { text, order: "1" } }),
  segment: (text) => encodeURIComponent(text),
};

/** Further parameters that an operation needs to get far. */
const more: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createUser: { email: "null@example.com", password: "correct-horse-battery" },
  sendInvites: { invitee_emails: "null@example.com" },
  addNavigationView: { fragment: "narrow/null", name: "Null" },
  updateOwnStatus: { emoji_name: "car" },
  createBot: { short_name: "null" },
};

describe("texts with null bytes are refused in words, everywhere (docs/behaviour/api.md#refused-values)", () => {
  const texts = owned.flatMap((operation) =>
    Object.entries(kinds[operation.name] ?? {}).flatMap(([name, kind]) => {
      const form = within[bare(kind)];
      return form === undefined ? [] : [{ operation, name, form, of: operation.name }];
    }),
  );

  test.for(texts)(
    "a null byte in $name of $of is refused in words",
    async ({ form, name, operation }, { expect }) => {
      const { segments, fields } = valuesBut(kinds[operation.name] ?? {}, name);
      const text = form("null \0 byte");
      const isOfPath = operation.path.includes(`{${name}`);
      const others = { ...fields, ...more[operation.name] };
      const { status, body } = await ask(world(), {
        operation,
        segments: isOfPath ? { ...segments, [name]: text } : segments,
        fields: isOfPath ? others : { ...others, [name]: text },
      });
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    },
  );
});

describe("values of a profile that cannot be kept (docs/behaviour/users.md#profile-values)", () => {
  test.for([
    ["null \0 byte", "data must not contain null bytes"],
    ["half \ud800 pair", "Invalid data"],
  ] as const)(
    "a value of a profile that cannot be kept is refused, case %#",
    async ([value, message], { expect }) => {
      const id = await addField(world(), `Field ${message}`, 1);
      await world().events();
      await expect(
        world().request("alice", updateProfileData, { data: [{ id, value }] }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
      expect(await world().events()).toEqual([]);
    },
  );
});
