import { operations } from "@team-chat/contract";
import { test } from "vitest";

import { channelChanges } from "./cases/channels.ts";
import { messageChanges } from "./cases/messages.ts";
import { realmChanges } from "./cases/realm.ts";
import { userChanges } from "./cases/users.ts";
import { questions, unasked } from "./reads.ts";
import { unchanging } from "./unchanging.ts";

const changes = { ...channelChanges, ...messageChanges, ...realmChanges, ...userChanges };

test("every operation is tried, or there is a reason why not", ({ expect }) => {
  const names = (reads: boolean) =>
    operations.filter(({ method }) => (method === "GET") === reads).map(({ name }) => name);
  const tried = [...Object.keys(changes), ...Object.keys(unchanging)];
  expect(tried.toSorted()).toEqual(names(false).toSorted());
  const asked = [...Object.keys(questions), ...Object.keys(unasked)];
  expect(asked.toSorted()).toEqual(names(true).toSorted());
});
