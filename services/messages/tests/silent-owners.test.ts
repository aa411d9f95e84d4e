import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { ask, owned, valuesBut } from "./asking.ts";
import { specified } from "./parameter-kinds.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

// An upload asks nobody: it is refused when its bytes cannot be kept. A temporary address has to be made first
// (get-temporary-file.test.ts).
const dependent = owned.filter(
  ({ errors, name, upload }) =>
    errors.includes("SERVICE_UNAVAILABLE") && upload === undefined && name !== "getTemporaryFile",
);

/** Parameters that an operation needs to get as far as its permissions. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getMessages: { anchor: "newest" },
  updateMessageFlags: { op: "add", flag: "read" },
  updateMessageFlagsForNarrow: { op: "add", flag: "read", anchor: "newest" },
  updateMessage: { content: "c" },
  updateScheduledMessage: { content: "c" },
  sendMessage: { to: "general", topic: "t" },
  createScheduledMessage: { topic: "t", scheduled_delivery_timestamp: "4102444800" },
  createReminder: { scheduled_delivery_timestamp: "4102444800" },
  addReaction: { emoji_name: "smile" },
  removeReaction: { emoji_name: "smile" },
  createDrafts: { drafts: '[{"type":"","to":[],"topic":"","content":"c"}]' },
  matchesNarrow: { narrow: "[]" },
};

describe("while nobody says who may do what (docs/behaviour/api.md#concurrent-changes)", () => {
  for (const operation of dependent)
    test(`${operation.name} is refused, and nothing changed`, async ({ expect }) => {
      const realm = world().realm();
      realm.data.isSilent = true;
      const given = valuesBut(specified[operation.name] ?? {});
      const asked = {
        operation,
        segments: { ...given.segments, realm_id: String(realm.id), realm_id_str: String(realm.id) },
        fields: { ...given.fields, ...fields[operation.name] },
      };
      expect(await ask(world(), realm, asked)).toMatchObject({
        status: 503,
        body: { result: "error", code: "SERVICE_UNAVAILABLE" },
      });
      expect(await realm.events()).toEqual([]);
    });
});
