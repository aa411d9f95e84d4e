import { randomUUID } from "node:crypto";

import type pg from "pg";

import type { Bench, Measurement } from "../bench.ts";
import { inParallel } from "../load/in-parallel.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import { sampleMessage } from "./send.ts";

const connections = 32;

/** Measures the disk space of messages that very many people receive. */
export const messageBytes: Bench = {
  name: "message-bytes",
  description:
    "Bytes of messages in a channel of 1,000 members, with everything that says who received and read them.",
  floor: "the messages alone, with their indexes",
  rounds: 1,
  warmUpRounds: 0,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const db = await openTables(stack, "messages", resources);
    const members = await ensureMembers(stack, quick ? 100 : 1000);
    // Only now: servers close connections on which nothing was asked for a minute.
    const api = resources.use(await ApiClient.open(stack, connections));
    const credentials = await signInOwner(api);
    const name = `bytes ${randomUUID().slice(0, 8)}`;
    await subscribeMembers(api, { name, owner: credentials }, members);
    const messages = quick ? 1000 : 10_000;
    const grown = { alone: 0, all: 0 };
    return [
      {
        label: `${messages} messages to ${members.length} members`,
        unit: "kB",
        better: "lower",
        target: { maxRatio: 1.2 },
        prepare: async () => {
          const before = await sizes(db);
          await inParallel({ count: messages, concurrency: connections }, async (index) => {
            const sender = members[index % members.length] ?? credentials;
            const parameters = { ...sampleMessage(name), read_by_sender: "true" };
            await api.post({ path: "/messages", credentials: sender, parameters });
          });
          const after = await sizes(db);
          grown.alone = after.alone - before.alone;
          grown.all = after.all - before.all;
          return { floor: () => answer(grown.alone), ours: () => answer(grown.all) };
        },
      },
    ];
  },
};

function answer(bytes: number): Promise<Measurement> {
  return Promise.resolve({ value: bytes / 1024 });
}

/** Measures the sizes of everything but the outbox, whose rows go after minutes. */
async function sizes(db: pg.Client): Promise<{ readonly alone: number; readonly all: number }> {
  await db.query("vacuum user_recipient");
  const { rows } = await db.query<{ alone: string; all: string }>(`
    select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('message')) as alone,
      sum(pg_total_relation_size(c.oid)) as all
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'messages' and c.relkind = 'r' and c.oid not in (select relid from pg_partition_tree('outbox'))`);
  return { alone: Number(rows[0]?.alone), all: Number(rows[0]?.all) };
}
