import { sendMessage } from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

type Sending = ParamInputs<typeof sendMessage.params>;

/** Sends as alice with a key that is limited to channels. */
function send(realm: Realm, channelIds: number[], sending: Partial<Sending>) {
  const caller = { ...realm.identity("alice"), key: { id: 1, isLimited: true, channelIds } };
  const message = { type: "channel", topic: "t", content: "hi", ...sending } as Sending;
  return world().pool.request(sendMessage, caller, message, { realmId: realm.id });
}

describe("a message with a key that is limited to channels (docs/behaviour/keys.md#channels)", () => {
  test("other channels, direct messages and what does not exist are refused alike, and nobody hears of it", async ({
    expect,
  }) => {
    const realm = world().realm();
    const refused: Partial<Sending>[] = [
      { to: "general" },
      { to: "1" },
      { to: "secret" },
      { to: "nothing" },
      { to: "99" },
      {},
      { type: "direct", to: "[2]" },
      { type: "direct", to: "[1]" },
    ];
    for (const sending of refused)
      await expect(send(realm, [2, 99], sending)).rejects.toMatchObject({
        code: "KEY_SCOPE_REQUIRED",
        message: "This API key may not send there",
        details: { scope: "send" },
      });
    expect(await realm.events()).toEqual([]);
  });

  test("a channel of the key takes messages by its name and by its id", async ({ expect }) => {
    const realm = world().realm();
    const ids = [
      (await send(realm, [3, 1], { to: "general" })).id,
      (await send(realm, [1], { to: "1" })).id,
    ];
    expect(await realm.heard("bob")).toEqual(ids);
  });

  test("a channel of the key is sent to as far as the account may", async ({ expect }) => {
    const realm = world().realm();
    await expect(send(realm, [3], { to: "3" })).rejects.toMatchObject({
      code: "KEY_SCOPE_REQUIRED",
    });
    expect(await realm.events()).toEqual([]);
  });
});
