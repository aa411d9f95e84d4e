import { openDatabase } from "@team-chat/pg";
import { createDatabase, differenceOfExport } from "@team-chat/testkit";
import { test } from "vitest";

import { template } from "./world.ts";

/** This service has nothing that an export has. */
const leftOut = {
  delivery: "on its way; it is carried out here",
  delivery_day: "counts what was used on this installation, for its bills",
  delivery_pace: "counts what began of late",
  mail_batch: "on its way; it is carried out here",
  mail_count: "counts what was sent of late",
  missed_message: "on its way; it is carried out here",
  endpoint: "says how servers answered of late",
  push: "on its way; it is carried out here",
  push_subscription: "lets whoever has it push to a browser, which subscribes again elsewhere",
};

test("exports have every column of every table, but for those that are left out for a reason (docs/export.md#what-an-export-has)", async ({
  expect,
}) => {
  await using database = await createDatabase(template);
  const db = await openDatabase({ url: database.urlFor("webhooks") });
  expect(await differenceOfExport(db, [], leftOut)).toEqual([]);
  await db.end();
});
