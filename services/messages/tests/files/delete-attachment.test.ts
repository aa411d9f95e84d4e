import { deleteAttachment, listAttachments } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files } from "./files.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

describe("DELETE /attachments/{attachment_id} (docs/behaviour/uploads.md#attachments)", () => {
  test("deleting an attachment refuses others' files and deletes one's own", async ({ expect }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1);
    const [file] = (await realm.request("alice", listAttachments, {})).attachments;
    const remove = (userId: number) =>
      realm.request(userId, deleteAttachment, { attachment_id: file?.id ?? 0 });
    await expect(remove(2)).rejects.toMatchObject({ message: "Invalid attachment" });
    await remove(1);
    await expect(remove(1)).rejects.toMatchObject({ message: "Invalid attachment" });
    expect((await files.read(realm, 1, url)).status).toBe(404);
    const event = (await realm.eventsOf("attachment")).at(-1);
    expect(event?.event).toMatchObject({ op: "remove", attachment: { id: file?.id } });
  });
});
