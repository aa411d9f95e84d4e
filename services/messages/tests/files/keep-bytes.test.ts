import { sql } from "@team-chat/pg";
import { test } from "vitest";

import { newPathId } from "../../src/domain/files/file-name.ts";
import { s3Store } from "../../src/domain/storage/s3-store.ts";
import { keepBytes } from "../../src/workflows/files/keep-bytes.ts";
import { World } from "../world.ts";
import { S3Server } from "./s3-server.ts";

test("a file that fails while its store is gone says why it failed, and is removed later", async ({
  expect,
}) => {
  await using world = await World.create();
  await using server = await S3Server.start();
  const current = s3Store(server.settings);
  const pathId = newPathId(1, "a.txt");
  async function* bytes() {
    yield Buffer.from("some");
    await server[Symbol.asyncDispose]();
    throw new TypeError("The client is gone.");
  }
  const ctx = {
    db: world.db,
    files: { current, all: [current], at: () => current },
    now: () => Date.now(),
  };
  const kept = keepBytes(ctx, { realmId: 1, pathId, bytes: bytes() });
  await expect(kept).rejects.toThrow("The client is gone.");
  const noted = sql.unsafe`select 1 from file_removal where realm_id = 1 and path_id = ${pathId}`;
  expect(await world.db.any(noted)).toHaveLength(1);
});
