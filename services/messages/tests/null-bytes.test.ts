// Texts that the database cannot keep, in parameters that are only looked for.
import {
  getFile,
  getFileUrl,
  getMessages,
  getThumbnailStatus,
  sendMessage,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "./world.ts";

const world = useWorld(() => World.create());

describe("texts with null bytes are refused in words (docs/behaviour/api.md#refused-values)", () => {
  test.for(["search", "topic"])(
    "a null byte in the operand of %s is refused in words",
    async (operator, { expect }) => {
      const realm = world().realm();
      const narrow = [[operator, "a\0b"]];
      const params = { anchor: "newest", num_before: 1, num_after: 0, narrow };
      await expect(realm.request("alice", getMessages, params)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "narrow must not contain null bytes",
      });
    },
  );

  test.for(["channel", "direct"] as const)(
    "a null byte in JSON within the address of a %s is refused in words",
    async (type, { expect }) => {
      const to = String.raw`["a\u0000"]`;
      const sent = world()
        .realm()
        .request("alice", sendMessage, { type, to, topic: "t", content: "c" });
      await expect(sent).rejects.toMatchObject({ status: 400 });
    },
  );

  test("a null byte in the name of a file is refused in words", async ({ expect }) => {
    const realm = world().realm();
    const filename = "ab/a\0b";
    const refusal = { code: "BAD_REQUEST", message: "filename must not contain null bytes" };
    const file = realm.request("alice", getFile, { realm_id: realm.id, filename });
    await expect(file).rejects.toMatchObject(refusal);
    const url = realm.request("alice", getFileUrl, { realm_id_str: realm.id, filename });
    await expect(url).rejects.toMatchObject(refusal);
    const status = realm.request("alice", getThumbnailStatus, { realm_id_str: realm.id, filename });
    await expect(status).rejects.toMatchObject(refusal);
  });
});
