import { sendMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, test } from "vitest";

import type { Realm } from "./realm.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

/** Sends as user 1 with an identity for which somebody has proven this version of channels. */
async function sendProven(channelsVersion?: number): Promise<number> {
  const proof = channelsVersion === undefined ? {} : { channelsVersion };
  const message = { type: "channel", to: "general", topic: "t", content: "hi" } as const;
  const identity = { ...realm.identity("alice"), ...proof };
  const { id } = await world().pool.request(sendMessage, identity, message, { realmId: realm.id });
  return id;
}

test("a proven version that is newer than what is known is caught up with before deciding (docs/subsystems/messages.md)", async ({
  expect,
}) => {
  const first = await sendProven(realm.data.channelsVersion);
  realm.data.setMembership(2, 1, { active: false });
  await sendProven(realm.data.channelsVersion);
  expect(await realm.heard("bob")).toEqual([first]);
});

test("a proven version that is known already spares the question (docs/subsystems/messages.md)", async ({
  expect,
}) => {
  const proven = realm.data.channelsVersion;
  await sendProven(proven);
  realm.data.setMembership(2, 1, { active: false });
  // The request was proven current before the membership ended.
  await sendProven(proven);
  expect(await realm.heard("bob")).toHaveLength(2);
});

test("the channels service is asked every time without a proof (docs/subsystems/messages.md)", async ({
  expect,
}) => {
  const first = await sendProven(realm.data.channelsVersion);
  for (const unproven of [0, undefined]) {
    realm.data.setMembership(2, 1, { active: false });
    await sendProven(unproven);
    expect(await realm.heard("bob")).toEqual([first]);
  }
});
