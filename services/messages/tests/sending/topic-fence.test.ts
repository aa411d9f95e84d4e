import { hasNamedTopics, sendMessage, updateMessage } from "@team-chat/contract";
import { sql, type Transaction } from "@team-chat/pg";
import { nextLook, useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  realm = world().realm();
});

const refusal = "Only the general chat topic is allowed in this channel.";
const named = { topic: "Lunch" };

async function ask(): Promise<boolean> {
  const self = { kind: "service", name: "channels" } as const;
  const input = { realmId: realm.id, channelId: 1 };
  const answer = await world().pool.call(hasNamedTopics, self, input, { realmId: realm.id });
  return answer.hasNamedTopics;
}

/**
 * Resolves when so many others wait for locks; of other databases of the server, where other tests wait too, none is
 * counted.
 */
async function waiting(tx: Transaction, count: number): Promise<void> {
  const row = sql.type(z.object({ count: z.number() }));
  const asked = row`
    select count(distinct pid) as count from pg_locks waiting join pg_locks own using (pid)
    where not waiting.granted and own.database = (select oid from pg_database where datname = current_database())`;
  while ((await tx.oneFirst(asked)) < count) await nextLook();
}

/** A change of the realm's channels that is under way until it is ended. */
function changeInProgress() {
  const over = Promise.withResolvers<void>();
  const noticed = Promise.withResolvers<void>();
  realm.data.settled = () => {
    noticed.resolve();
    return over.promise;
  };
  return {
    /** Resolves when somebody waits for it. */
    noticed: noticed.promise,
    end: (how: "commits" | "fails") => {
      if (how === "commits") realm.data.setChannel(1, { topicsPolicy: "empty_topic_only" });
      over.resolve();
    },
  };
}

/** Ways to write under a named topic, decided while every topic is allowed. */
const writes: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  "a message": () => Promise.resolve(() => realm.send("alice", named)),
  "a message with a form": () =>
    Promise.resolve(() => realm.send("alice", { ...named, content: "/poll What?" })),
  "a message with an idempotency key": () =>
    Promise.resolve(() => {
      const message = { type: "channel", to: "general", content: "hi", ...named } as const;
      return realm.request("alice", sendMessage, message, { key: "once" });
    }),
  "a message that gets another topic": async () => {
    const id = await realm.send("alice", { topic: "" });
    return () => realm.request("alice", updateMessage, { message_id: id, topic: "Lunch" });
  },
};

describe("a channel about to allow the empty topic alone (docs/behaviour/messages.md#facts-about-channels)", () => {
  test("a channel about to allow only the empty topic counts what is being sent at that moment", async ({
    expect,
  }) => {
    await realm.send("alice", { topic: "" });
    const held = world().db.transaction(async (tx) => {
      await tx.query(sql.unsafe`select 1 from recipient where realm_id = ${realm.id} for update`);
      const sending = realm.send("alice", named);
      await waiting(tx, 1);
      const asking = ask();
      await waiting(tx, 2);
      return { answers: Promise.all([sending, asking]) };
    });
    const [id, found] = await (await held).answers;
    expect(id).toBeGreaterThan(0);
    expect(found).toBe(true);
    // The change is refused, and what follows does not wait for anything.
    await realm.send("bob", named);
  });

  test.for(Object.keys(writes))(
    "%s waits, and is refused when it came to be so",
    async (what, { expect }) => {
      const write = await writes[what]?.();
      expect(await ask()).toBe(false);
      const change = changeInProgress();
      const writing = Promise.allSettled([write?.()]);
      await change.noticed;
      expect(await realm.send("bob", { topic: "" })).toBeGreaterThan(0);
      change.end("commits");
      expect(await writing).toMatchObject([{ status: "rejected", reason: { message: refusal } }]);
      expect(await ask()).toBe(false);
    },
  );

  test.for(Object.keys(writes))(
    "%s waits, and is written once when it did not come to be so",
    async (what, { expect }) => {
      const write = await writes[what]?.();
      expect(await ask()).toBe(false);
      const change = changeInProgress();
      const writing = write?.();
      await change.noticed;
      change.end("fails");
      await writing;
      expect(await ask()).toBe(true);
      const { messages } = await realm.fetch("alice");
      expect(messages.filter(({ subject }) => subject === "Lunch")).toHaveLength(1);
    },
  );

  test("a channel about to allow only the empty topic allows every topic again once its policy does", async ({
    expect,
  }) => {
    expect(await ask()).toBe(false);
    realm.data.setChannel(1, { topicsPolicy: "empty_topic_only" });
    await expect(realm.send("alice", named)).rejects.toThrow(refusal);
    realm.data.setChannel(1, { topicsPolicy: "allow_empty_topic" });
    expect(await realm.send("alice", named)).toBeGreaterThan(0);
  });

  test("a channel of another organization that is about to change keeps nothing from this one", async ({
    expect,
  }) => {
    const other = world().realm();
    expect(await ask()).toBe(false);
    const change = changeInProgress();
    expect(await other.send("alice", named)).toBeGreaterThan(0);
    change.end("fails");
  });
});
