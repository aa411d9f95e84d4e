import { getEvents, registerQueue } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { userOf, World } from "./world.ts";

const world = useWorld(() => World.create());
const options = { realmId: 1 };

describe("a queue of a key that is limited (docs/behaviour/keys.md#scopes)", () => {
  test("a limited key's queue has no events about bots, which tell their keys, at whichever process it is", async ({
    expect,
  }) => {
    const first = await world().start();
    const alice = userOf(1);
    const limited = { ...alice, key: { id: 1, isLimited: true } };
    const whole = { ...alice, key: { id: 2, isLimited: false } };
    const queues = [];
    for (const caller of [limited, whole, alice])
      queues.push((await first.pool.request(registerQueue, caller, {}, options)).queue_id ?? "");
    const audience = { to: "users" as const, ids: [1] };
    await world().publish(
      [
        { audience, event: { type: "realm_bot", op: "update", bot: { user_id: 9, api_key: "x" } } },
        { audience, event: { type: "custom", value: 1 } },
      ],
      { service: "users" },
    );
    const second = await world().start();
    for (const { pool } of [first, second]) {
      const types = [];
      for (const queue_id of queues) {
        const asked = { queue_id, last_event_id: -1, dont_block: true };
        const { events } = await pool.request(getEvents, alice, asked, options);
        types.push(events.map(({ type }) => type));
      }
      expect(types).toEqual([["custom"], ["realm_bot", "custom"], ["realm_bot", "custom"]]);
    }
  });
});
