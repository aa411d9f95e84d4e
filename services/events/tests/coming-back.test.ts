import { registerQueue } from "@team-chat/contract";
import { applyDelta, type Delta, knownOf } from "@team-chat/delta";
import type { Identity } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test } from "vitest";

import { userOf, World } from "./world.ts";

const me = userOf(1);
const nobody: Identity = { kind: "anonymous", realm: me.realm, client: "test" };
const world = useWorld(() => World.create());
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool } = await world().start());
});

beforeEach(() => {
  world().owners.sections = { realm_users: peopleOf(500), realm_name: "Team" };
  world().owners.requests.length = 0;
});

function register(blocks?: string, identity: Identity = me) {
  const params = blocks === undefined ? {} : { initial_data_blocks: blocks };
  return pool.request(registerQueue, identity, params, { realmId: me.realm.id });
}

function peopleOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    user_id: index,
    full_name: `Person ${index}`,
    email: `person${index}@example.com`,
  }));
}

const empty = { text: new Uint8Array(), starts: new Uint32Array() };

/** Makes the initial data out of what the client has, as a client does. */
function madeOf(
  base: Parameters<typeof applyDelta>[0],
  { initial_data_delta: delta }: { readonly initial_data_delta?: Delta | undefined },
) {
  const made = delta === undefined ? null : applyDelta(base, delta);
  if (made === null) throw new Error("The answer does not make initial data.");
  const { blocks, text } = made;
  const data: unknown = JSON.parse(`{${Buffer.from(text).toString()}}`);
  return { data, text, starts: blocks.starts, known: knownOf(blocks.ids) };
}

describe("POST /register with blocks of earlier initial data refuses (docs/behaviour/events.md#coming-back)", () => {
  test("what is no list of blocks is refused, and nothing is asked for", async ({ expect }) => {
    for (const blocks of ["?", "AAAA", "AAAAAAAAA", "AAAAAAA="])
      await expect(register(blocks)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Invalid initial_data_blocks",
      });
    expect(world().owners.requests).toEqual([]);
  });

  test("more blocks than are taken are refused", async ({ expect }) => {
    await expect(register("A".repeat(140_001))).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("POST /register with blocks of earlier initial data (docs/behaviour/events.md#coming-back)", () => {
  test("a client that has nothing is told everything, and one that has it all next to nothing", async ({
    expect,
  }) => {
    const first = await register("");
    const whole = await register();
    expect(Object.keys(first)).not.toContain("realm_users");
    const made = madeOf(empty, first);
    const { initial_data_delta: delta, ...own } = first;
    expect({ ...own, ...(made.data as object), queue_id: "" }).toEqual({ ...whole, queue_id: "" });
    const again = await register(made.known);
    expect(again.initial_data_delta).toEqual({
      parts: [[0, made.starts.length]],
      sum: delta?.sum,
    });
    expect(world().queueIds()).toContain(again.queue_id);
  });

  test("a client that comes back is told what has changed, and makes all initial data out of it", async ({
    expect,
  }) => {
    const before = madeOf(empty, await register(""));
    const people = peopleOf(501)
      .filter(({ user_id: id }) => id !== 40)
      .map((person) => (person.user_id === 300 ? { ...person, full_name: "Renamed" } : person));
    world().owners.sections = { realm_users: people, realm_name: "Team" };
    const answer = await register(before.known);
    const made = madeOf(before, answer);
    expect(made.data).toMatchObject({ realm_users: people, realm_name: "Team" });
    expect(JSON.stringify(answer).length).toBeLessThan(made.text.length / 8);
  });

  test("people without an account are told what differs, too", async ({ expect }) => {
    const answer = await register("", nobody);
    expect(answer.queue_id).toBeNull();
    expect(madeOf(empty, answer).data).toMatchObject({ realm_name: "Team" });
  });
});
