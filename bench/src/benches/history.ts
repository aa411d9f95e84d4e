import type pg from "pg";

import type { Bench, BenchOptions, Measure } from "../bench.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { median } from "../statistics.ts";

const page = 100;
const channels = 10;

/** Measures the cost of a page of a channel's history, with reactions and flags, at its end and at its beginning. */
export const history: Bench = {
  name: "history",
  description: `A page of ${page} messages of a channel with flags and reactions, through the gateway (p50).`,
  floor: "the same rows by one bare query, as the same JSON; for the oldest page, the newest one",
  // The figure is that of a server that has run for a while: its code is compiled during the first ten seconds.
  warmUpRounds: 30,
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const db = await openTables(stack, "messages", resources);
    const owner = await signInOwner(api);
    const [reader] = await ensureMembers(stack, 1);
    if (!reader) throw new Error("the stack has no members");
    const messages = options.quick ? 50_000 : 1_000_000;
    const [recipientId = 0] = await writeHistory({ api, db, owner, reader, channels, messages });
    const narrow = JSON.stringify([{ operator: "channel", operand: "history 0" }]);
    const fetch = (parameters: Record<string, string>) =>
      latency(options, () => {
        const bytes = api.bytes("GET", {
          path: "/messages",
          credentials: reader,
          parameters: { narrow, ...parameters },
        });
        return api.send(bytes);
      });
    const newest = fetch({ anchor: "newest", num_before: String(page) });
    const oldest = fetch({ anchor: "oldest", num_after: String(page) });
    const bare = latency(options, () => bareQuery(db, { recipientId, userId: reader.userId }));
    const common = { unit: "ms", better: "lower" } as const;
    return [
      {
        ...common,
        label: `newest page of ${messages} messages`,
        target: { maxRatio: 3 },
        prepare: () => Promise.resolve({ floor: bare, ours: newest }),
      },
      {
        ...common,
        label: "oldest page",
        target: { maxRatio: 1.2 },
        prepare: () => Promise.resolve({ floor: newest, ours: oldest }),
      },
    ];
  },
};

/** Measures latency, one request at a time. */
function latency({ quick }: BenchOptions, request: () => Promise<unknown>): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (let count = 0; count < (quick ? 20 : 100); count += 1) {
      const startedAt = performance.now();
      await request();
      latenciesMs.push(performance.now() - startedAt);
    }
    return { value: median(latenciesMs), latenciesMs };
  };
}

async function bareQuery(
  db: pg.Client,
  { recipientId, userId }: { readonly recipientId: number; readonly userId: number },
): Promise<string> {
  const { rows } = await db.query({
    name: "bare-page",
    text: `select m.id, m.sender_id, m.rendered_content as content, m.topic as subject, m.client, m.sent_at as timestamp, m.recipient_id,
        m.channel_id as stream_id, um.flags,
        (select json_agg(json_build_object('emoji_name', emoji_name, 'emoji_code', emoji_code, 'reaction_type', reaction_type,
          'user_id', user_id)) from reaction r where r.realm_id = m.realm_id and r.message_id = m.id) as reactions
      from message m left join user_message um on um.realm_id = m.realm_id and um.user_id = $2 and um.message_id = m.id
      where m.realm_id = (select realm_id from recipient where id = $1) and m.recipient_id = $1 order by m.id desc limit ${page}`,
    values: [recipientId, userId],
  });
  return JSON.stringify({ messages: rows });
}
