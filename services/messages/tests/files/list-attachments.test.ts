import { listAttachments } from "@team-chat/contract";
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

describe("GET /attachments (docs/behaviour/uploads.md#attachments)", () => {
  test("GET /attachments lists one's own files with the messages that link to them, and the space of all", async ({
    expect,
  }) => {
    const realm = world.realm();
    const empty = { attachments: [], upload_space_used: 0 };
    expect(await realm.request(1, listAttachments, {})).toEqual(empty);
    const [first, second] = [await files.upload(realm, 1), await files.upload(realm, 1, "b.png")];
    await files.upload(realm, 2);
    const id = await realm.send(1, { content: `[f](${second})` });
    const { attachments, upload_space_used: used } = await realm.request(1, listAttachments, {});
    expect(used).toBe(27);
    expect(attachments.map(({ path_id: pathId }) => `/user_uploads/${pathId}`)).toEqual([
      first,
      second,
    ]);
    const [message] = (await realm.fetch(1)).messages;
    const linked = attachments[1]?.messages ?? [];
    expect(linked).toMatchObject([{ id }]);
    expect(Math.floor((linked[0]?.date_sent ?? 0) / 1000)).toBe(message?.timestamp);
    expect(Math.abs(Date.now() - (attachments[0]?.create_time ?? 0))).toBeLessThan(60_000);
  });
});
