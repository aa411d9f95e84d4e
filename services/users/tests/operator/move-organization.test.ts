import { mostMoved } from "@team-chat/contract";
import { connectNats, followTurns, type Nats, publishTurns } from "@team-chat/nats";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { type Asked, askOperator, operatorKeys } from "../ask-operator.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const pathOf = (organizationId: number) => `/organizations/${organizationId}/move`;

async function refusal(path: string, asked: Asked) {
  const { answer, status } = await askOperator(world(), path, asked);
  return [status, answer["code"], answer["msg"]];
}

const shown = z.looseObject({ id: z.int(), messages_turn: z.int() });

/** Moves an organization; returns the turn that is shown. */
async function move(organizationId: number, body: object = {}): Promise<number> {
  const { answer } = await askOperator(world(), pathOf(organizationId), { body, key: "write" });
  return shown.parse(answer["organization"]).messages_turn;
}

let nats: Nats;
beforeAll(async () => {
  nats = await connectNats({ url: world().config.NATS_URL, name: "test" });
});
afterAll(() => nats.close());

/** Resolves when a caller of messages that starts now has heard of exactly these turns. */
async function hears(turns: readonly (readonly [number, number])[]): Promise<void> {
  const stopping = new AbortController();
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  followTurns(nats, {
    onTurns: (now) => {
      if (JSON.stringify([...now]) === JSON.stringify(turns)) resolve();
    },
    onError: reject,
    signal: stopping.signal,
  });
  await promise;
  stopping.abort();
}

describe("moving an organization (docs/operations/moving.md)", () => {
  test("a move is refused without the right, of no organization, to no turn, and with what it does not know", async ({
    expect,
  }) => {
    const { acme } = world();
    const path = pathOf(acme.id);
    expect(await refusal(path, { body: {}, key: "read" })).toEqual([
      403,
      "BAD_REQUEST",
      "This needs a key with the scope 'write'.",
    ]);
    expect(await refusal(pathOf(999_999_999), { body: {} })).toEqual([
      404,
      "NOT_FOUND",
      "There is no organization 999999999.",
    ]);
    for (const [body, named] of [
      [{ turn: -1 }, "turn"],
      [{ turn: 1.5 }, "turn"],
      [{ turn: 1_000_001 }, "turn"],
      [{ turn: "1" }, "turn"],
      [{ turn: null }, "turn"],
      [{ process: 1 }, "process"],
    ] as const) {
      const [status, code, message] = await refusal(path, { body });
      expect([status, code]).toEqual([400, "BAD_REQUEST"]);
      expect(message).toContain(named);
    }
    await hears([]);
  });

  test("an organization is moved to the next process, to one by its turn, and back, and callers are told", async ({
    expect,
  }) => {
    const { acme, realm } = world();
    expect(await move(acme.id)).toBe(1);
    await hears([[acme.id, 1]]);
    expect(await move(acme.id)).toBe(2);
    expect(await move(realm.id, { turn: 7 })).toBe(7);
    await hears([
      [realm.id, 7],
      [acme.id, 2],
    ]);
    const { answer } = await askOperator(world(), "/organizations", { key: "read" });
    expect(answer["organizations"]).toMatchObject([{ messages_turn: 7 }, { messages_turn: 2 }]);
    expect(await move(realm.id, { turn: 0 })).toBe(0);
    await hears([[acme.id, 2]]);
  });

  test("a move to where an organization is changes nothing, and is no action", async ({
    expect,
  }) => {
    const { acme, realm } = world();
    const actions = async (organizationId: number) => {
      const { answer } = await askOperator(world(), `/actions?organization_id=${organizationId}`);
      return answer["actions"];
    };
    const before = await actions(acme.id);
    expect(await move(acme.id, { turn: 2 })).toBe(2);
    expect(await actions(acme.id)).toEqual(before);
    expect(await actions(realm.id)).toMatchObject([
      { operation: "moveOrganization", key_name: "write", input: { turn: 7 } },
      { operation: "moveOrganization", key_name: "write", input: { turn: 0 } },
    ]);
  });

  test("a move that is asked for twice with one idempotency key happens once", async ({
    expect,
  }) => {
    const { acme } = world();
    const asked = { body: {}, idempotencyKey: "move-acme-on" };
    for (const isReplay of [false, true])
      expect(await askOperator(world(), pathOf(acme.id), asked)).toMatchObject({
        isReplay,
        answer: { organization: { messages_turn: 3 } },
      });
  });

  test("callers are told again when NATS has older turns", async ({ expect }) => {
    const { acme } = world();
    await publishTurns(nats, () => Promise.resolve([[acme.id, 1]]));
    await expect(hears([[acme.id, 3]])).resolves.toBeUndefined();
  });

  test("more organizations than may be moved at once are refused, however many are asked for together", async ({
    expect,
  }) => {
    const { acme, database, realm } = world();
    await move(acme.id, { turn: 0 });
    await database.query(sql.unsafe`
      insert into realm (realm_id, subdomain, name, version)
      select 1000 + n, 'many-' || n, 'Many', 1 from generate_series(1, ${mostMoved - 1}) n`);
    await database.query(sql.unsafe`
      insert into messages_turn (realm_id, turn) select realm_id, 1 from realm where realm_id > 1000`);
    const both = await Promise.all(
      [acme, realm].map(({ id }) => askOperator(world(), pathOf(id), { body: {}, isOpen: true })),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const full = `At most ${mostMoved} organizations can be moved at once: move another one back first (turn 0).`;
    expect(both.map(({ answer }) => answer["msg"])).toContain(full);
    const [moved, left] = both[0]?.status === 200 ? [acme, realm] : [realm, acme];
    expect(await refusal(pathOf(left.id), { body: {} })).toEqual([400, "BAD_REQUEST", full]);
    expect(await move(moved.id)).toBe(2);
    expect(await move(moved.id, { turn: 0 })).toBe(0);
    expect(await move(left.id)).toBe(1);
  });
});
