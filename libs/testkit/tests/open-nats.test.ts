import { jetstreamManager } from "@nats-io/jetstream";
import { connectNats } from "@team-chat/nats";
import { test } from "vitest";

import { openNats } from "../src/index.ts";

/** Makes a stream; returns how many there are then. */
async function addStream(url: string): Promise<number> {
  const nats = await connectNats({ url, name: "test" });
  const { streams } = await jetstreamManager(nats);
  await streams.add({ name: "one", subjects: ["one"] });
  const all = await streams.list().next();
  await nats.close();
  return all.length;
}

test("worlds at the same time have different NATS servers, later ones find nothing of earlier ones", async ({
  expect,
}) => {
  const first = await openNats();
  {
    await using second = await openNats();
    expect(second.url).not.toBe(first.url);
    expect([await addStream(first.url), await addStream(second.url)]).toEqual([1, 1]);
  }
  await first[Symbol.asyncDispose]();
  await using later = await openNats();
  expect(later.url).toBe(first.url);
  expect(await addStream(later.url)).toBe(1);
});
