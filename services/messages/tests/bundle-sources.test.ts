import { botsSource, bundleSubject } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("bundles that bots may have to be told of are apart from all others (reference/behaviour.md §17)", async ({
  expect,
}) => {
  const realm = world.realm();
  await realm.send(1, { content: "nobody is meant" });
  await realm.send(1, { content: "**all** are not meant either: @**all**" });
  await realm.send(1, { content: "hello @**User 2**" });
  await realm.direct(1, [2]);

  const subjects = (await world.published(realm.id)).map(({ subject }) => subject);

  const [others, bots] = ["messages", botsSource].map((name) => bundleSubject(0, realm.id, name));
  expect(subjects).toEqual([others, others, bots, bots]);
});
