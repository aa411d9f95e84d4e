import type { DomainEvent } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

import { type Writer, World } from "./world.ts";

let world: World;
const realmId = 1;
const event: DomainEvent = { audience: { to: "everyone" }, event: { type: "test" } };

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function write(writer: Writer): Promise<void> {
  return writer.outbox.transaction(realmId, async (_tx, emit) => {
    emit(event);
    await Promise.resolve();
  });
}

test("the log says since when nothing was published, for how long, and whose writes were taken over", async ({
  expect,
}) => {
  await using writer = await world.writer();
  await write(writer);
  await writer.outbox.settle();
  await world.restartNats({ whileDown: () => write(writer) });
  await writer.outbox.settle();
  await expect
    .poll(() => writer.logged.map(({ message }) => message))
    .toEqual(
      expect.arrayContaining([
        "publishing is held back until database and stream have been compared",
        "publishing goes on after it was held back",
        "took over the writes of organizations",
      ]),
    );
  const [, again] = writer.logged.filter(({ message }) => message.startsWith("publishing goes"));
  expect(again).toMatchObject({ rows: 1, ms: expect.any(Number) });
});
