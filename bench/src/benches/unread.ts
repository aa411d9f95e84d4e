import type { Bench, BenchOptions, Measure } from "../bench.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { median } from "../statistics.ts";

const channels = 100;

/** Measures how much unread messages add to the start of a client. */
export const unread: Bench = {
  name: "unread",
  description: `What a register takes longer for somebody with very many unread messages in ${channels} channels (p50).`,
  floor: "the same register, of the same channels with nothing unread",
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const db = await openTables(stack, "messages", resources);
    const owner = await signInOwner(api);
    const [reader, other] = await ensureMembers(stack, 2);
    if (!reader || !other) throw new Error("the stack has no members");
    const messages = options.quick ? 60_000 : 370_000;
    const recipients = await writeHistory({ api, db, owner, reader, channels, messages });
    // Gives the other reader all of these conversations, with everything read.
    await db.query(
      `insert into user_recipient (realm_id, user_id, recipient_id, received, read)
        select realm_id, $2, recipient_id, received, '{[1,9000000000)}' from user_recipient
        where user_id = $1 and recipient_id = any($3) on conflict do nothing`,
      [reader.userId, other.userId, recipients],
    );
    const register = (credentials: typeof reader) =>
      latency(options, async () => {
        const parameters = { fetch_event_types: '["message","update_message_flags"]' };
        const { queue_id: id } = await api.post({ path: "/register", credentials, parameters });
        return String(id);
      });
    const floor = register(other);
    const ours = register(reader);
    return [
      {
        label: `${messages} unread messages`,
        unit: "ms",
        better: "lower",
        target: { maxValue: 10 },
        prepare: () => Promise.resolve({ floor, ours: added(floor, ours) }),
      },
    ];
  },
};

/** Returns the difference of the two; at least a microsecond, because a ratio of nothing says nothing. */
function added(floor: Measure, ours: Measure): Measure {
  return async () => {
    const [without, withUnread] = [await floor(), await ours()];
    return { ...withUnread, value: Math.max(withUnread.value - without.value, 0.001) };
  };
}

function latency({ quick }: BenchOptions, request: () => Promise<unknown>): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (let count = 0; count < (quick ? 5 : 20); count += 1) {
      const startedAt = performance.now();
      await request();
      latenciesMs.push(performance.now() - startedAt);
    }
    return { value: median(latenciesMs), latenciesMs };
  };
}
