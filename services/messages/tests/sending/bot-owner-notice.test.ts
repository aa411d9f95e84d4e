import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const fiveMinutesMs = 300_000;

/** Five minutes of the service's clock begin now. */
beforeEach(() => {
  world().clock.aheadMs = fiveMinutesMs - (Date.now() % fiveMinutesMs);
});

/** User 5 is a bot of user 2. */
function withBots(): Realm {
  const realm = world().realm();
  realm.data.addNotificationBot(9);
  realm.data.setUser(5, {
    isBot: true,
    botType: 1,
    botOwnerId: 2,
    deliveryEmail: "helper-bot@x.org",
  });
  return realm;
}

async function announced(realm: Realm) {
  const { messages } = await realm.fetch("bob", {
    apply_markdown: false,
    narrow: [{ operator: "is", operand: "dm" }],
  });
  return messages.map(({ sender_id: sender, content }) => [sender, content]);
}

const start = "Your bot `helper-bot@x.org` tried to send a message to channel ";

describe("the notification bot tells the owner of a bot (docs/behaviour/messages.md#notices-to-bot-owners)", () => {
  test("the owner of a bot is told of channels that do not exist, once in five minutes", async ({
    expect,
  }) => {
    const realm = withBots();
    for (let tries = 0; tries < 2; tries += 1)
      await expect(realm.send(5, { to: "plans" })).rejects.toMatchObject({
        code: "STREAM_DOES_NOT_EXIST",
      });
    const text = `${start}#**plans**, but that channel does not exist. Click [here](#channels/new) to create it.`;
    expect(await announced(realm)).toEqual([[9, text]]);
    world().clock.aheadMs += fiveMinutesMs;
    await expect(realm.send(5, { to: "plans" })).rejects.toThrow();
    expect(await announced(realm)).toEqual([
      [9, text],
      [9, text],
    ]);
  });

  test("the owner of a bot is told of ids that no channel has", async ({ expect }) => {
    const realm = withBots();
    await expect(realm.send(5, { to: "99" })).rejects.toMatchObject({
      code: "STREAM_DOES_NOT_EXIST",
    });
    expect(await announced(realm)).toEqual([
      [9, `${start}ID 99, but there is no channel with that ID.`],
    ]);
  });

  test("the owner of a bot is told of channels without subscribers, to which the message still goes", async ({
    expect,
  }) => {
    const realm = withBots();
    const id = await realm.send(5, { to: "random" });
    expect(id).toBeGreaterThan(0);
    const text = "The channel exists but does not have any subscribers.";
    expect(await announced(realm)).toEqual([[9, `${start}#**random**. ${text}`]]);
  });

  test("the owner of a bot is told of nothing else, and nobody of what people send", async ({
    expect,
  }) => {
    const realm = withBots();
    await realm.send(5);
    await expect(realm.send("alice", { to: "plans" })).rejects.toThrow();
    await realm.send("alice", { to: "random" });
    realm.data.setUser(2, { isActive: false });
    await expect(realm.send(5, { to: "plans" })).rejects.toThrow();
    expect(await announced(realm)).toEqual([]);
  });
});
