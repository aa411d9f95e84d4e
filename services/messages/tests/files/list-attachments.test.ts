import { listAttachments } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files } from "./files.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

describe("GET /attachments (docs/behaviour/uploads.md#attachments)", () => {
  test("GET /attachments lists one's own files with the messages that link to them, and the space of all", async ({
    expect,
  }) => {
    const realm = world().realm();
    const empty = { attachments: [], upload_space_used: 0 };
    expect(await realm.request("alice", listAttachments, {})).toEqual(empty);
    const [first, second] = [await files.upload(realm, 1), await files.upload(realm, 1, "b.png")];
    await files.upload(realm, 2);
    const id = await realm.send("alice", { content: `[f](${second})` });
    const { attachments, upload_space_used: used } = await realm.request(
      "alice",
      listAttachments,
      {},
    );
    expect(used).toBe(27);
    expect(attachments.map(({ path_id: pathId }) => `/user_uploads/${pathId}`)).toEqual([
      first,
      second,
    ]);
    const [message] = (await realm.fetch("alice")).messages;
    const linked = attachments[1]?.messages ?? [];
    expect(linked).toMatchObject([{ id }]);
    expect(Math.floor((linked[0]?.date_sent ?? 0) / 1000)).toBe(message?.timestamp);
    expect(Math.abs(Date.now() - (attachments[0]?.create_time ?? 0))).toBeLessThan(60_000);
  });
});
