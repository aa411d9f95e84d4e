import { sendMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("a retry with the same Idempotency-Key (docs/behaviour/messages.md#sending-once)", () => {
  const params = { type: "channel", to: "general", topic: "t", content: "once" } as const;

  test("a retry with the same Idempotency-Key writes nothing and returns the first id", async ({
    expect,
  }) => {
    const realm = world().realm();
    const send = (userId: number) => realm.request(userId, sendMessage, params, { key: "k" });
    const first = await send(1);
    expect(await send(1)).toEqual({ id: first.id });
    const others = await send(2);
    expect(others.id).not.toBe(first.id);
    expect(await realm.heard("carol")).toEqual([first.id, others.id]);
  });

  test("retries at the same moment with one Idempotency-Key write one message among others", async ({
    expect,
  }) => {
    const realm = world().realm();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        realm.request("alice", sendMessage, params, index % 3 === 0 ? {} : { key: "k" }),
      ),
    );
    const ids = new Set(answers.map(({ id }) => id));
    expect(ids.size).toBe(11);
    expect((await realm.heard("alice")).toSorted((a, b) => a - b)).toEqual(
      [...ids].toSorted((a, b) => a - b),
    );
  });
});
