import { deleteAttachment, listAttachments } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files } from "./files.ts";

let world: World;
let files: Files;

beforeAll(async () => {
  world = await World.create();
  files = new Files(world);
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe("DELETE /attachments/{attachment_id} (docs/behaviour/uploads.md#attachments)", () => {
  test("deleting an attachment refuses others' files and deletes one's own", async ({ expect }) => {
    const realm = world.realm();
    const url = await files.upload(realm, 1);
    const [file] = (await realm.request(1, listAttachments, {})).attachments;
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
