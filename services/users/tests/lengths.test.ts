import {
  addAlertWords,
  addNavigationView,
  createProfileField,
  createSavedSnippet,
  createUser,
  createUserGroup,
  listAlertWords,
  listNavigationViews,
  listSavedSnippets,
  listUserGroups,
  type Operation,
  updateOwnStatus,
  updateRealm,
  updateSettings,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "./people.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

type Asked = Readonly<Record<string, unknown>>;

const ask = (operation: Operation, given: Asked) => world().request("owner", operation, given);

interface Limited {
  readonly operation: Operation;
  /** Parameters with the text in its place. */
  readonly given: (text: string) => Asked;
  readonly limit: number;
  readonly message: string;
}

const tooLong = (name: string, limit: number) => `${name} is too long (limit: ${limit} characters)`;

/** Texts whose length is limited, in characters: an emoji is one, though two in UTF-16 and four bytes. */
const limits: readonly Limited[] = [
  {
    operation: createSavedSnippet,
    given: (title) => ({ title, content: "c" }),
    limit: 60,
    message: tooLong("title", 60),
  },
  {
    operation: createSavedSnippet,
    given: (content) => ({ title: "t", content }),
    limit: 10_000,
    message: tooLong("content", 10_000),
  },
  {
    operation: updateOwnStatus,
    given: (status_text) => ({ status_text }),
    limit: 60,
    message: tooLong("status_text", 60),
  },
  {
    operation: addNavigationView,
    given: (name) => ({ fragment: "narrow/is/dm", is_pinned: true, name }),
    limit: 100,
    message: tooLong("name", 100),
  },
  {
    operation: addNavigationView,
    given: (fragment) => ({ fragment, is_pinned: true, name: "Long" }),
    limit: 500,
    message: tooLong("fragment", 500),
  },
  {
    operation: addAlertWords,
    given: (word) => ({ alert_words: [word] }),
    limit: 100,
    message: tooLong("alert_words[0]", 100),
  },
  {
    operation: createProfileField,
    given: (name) => ({ name, field_type: 1 }),
    limit: 40,
    message: tooLong("name", 40),
  },
  {
    operation: createProfileField,
    given: (hint) => ({ name: "hinted", hint, field_type: 1 }),
    limit: 80,
    message: tooLong("hint", 80),
  },
  {
    operation: updateRealm,
    given: (name) => ({ name }),
    limit: 40,
    message: tooLong("name", 40),
  },
  {
    operation: updateRealm,
    given: (description) => ({ description }),
    limit: 1000,
    message: tooLong("description", 1000),
  },
  {
    operation: updateRealm,
    given: (text) => ({ welcome_message_custom_text: text }),
    limit: 8000,
    message: tooLong("welcome_message_custom_text", 8000),
  },
  {
    operation: createUserGroup,
    given: (name) => ({ name, description: "", members: [] }),
    limit: 100,
    message: "User group name cannot exceed 100 characters.",
  },
  {
    operation: createUser,
    given: (full_name) => ({ full_name, email: "long@example.com", password }),
    limit: 100,
    message: "Name too long!",
  },
  {
    operation: updateSettings,
    given: (full_name) => ({ full_name }),
    limit: 100,
    message: "Name too long!",
  },
];

/** Reads everything that the operations above may change. */
async function state(): Promise<unknown> {
  return Promise.all(
    [listSavedSnippets, listNavigationViews, listAlertWords, listUserGroups].map((list) =>
      ask(list, {}),
    ),
  );
}

describe("texts of limited length (docs/behaviour/api.md#texts-and-limits)", () => {
  for (const { operation, given, limit, message } of limits)
    test(`${operation.name} answers a text that is too long with ${message}`, async ({
      expect,
    }) => {
      await world().events();
      const before = await state();
      const longest = "😀".repeat(limit);
      await expect(ask(operation, given(`${longest}😀`))).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
      expect(await world().events()).toEqual([]);
      expect(await state()).toEqual(before);
      await ask(operation, given(longest));
    });
});
