import type { Bench, Measure } from "../bench.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";

const marked = 10_000;
const channels = 10;

/** What it costs to mark very many messages as read at once. */
export const markRead: Bench = {
  name: "mark-read",
  description: `Marking ${marked} messages of ${channels} channels as read by their ids, through the gateway.`,
  floor: "one row for each, written by one bare statement",
  open: async (_options, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const db = await openTables(stack, "messages", resources);
    const owner = await signInOwner(api);
    const [reader] = await ensureMembers(stack, 1);
    if (!reader) throw new Error("the stack has no members");
    const messages = 5 * marked;
    const recipients = await writeHistory({ api, db, owner, reader, channels, messages });
    const { rows } = await db.query<{ id: string }>(
      "select id from message where recipient_id = any($1) order by id limit $2",
      [recipients, marked],
    );
    const ids = rows.map(({ id }) => Number(id));
    const parameters = { messages: JSON.stringify(ids), op: "add", flag: "read" };
    const bytes = api.bytes("POST", { path: "/messages/flags", credentials: reader, parameters });
    await db.query("create temporary table floor_read (user_id bigint, message_id bigint)");
    const forget = () =>
      db.query(
        "update user_recipient set read = '{}' where user_id = $1 and recipient_id = any($2)",
        [reader.userId, recipients],
      );
    const insert = () =>
      db.query("insert into floor_read select $1, unnest($2::int8[])", [reader.userId, ids]);
    return [
      {
        label: `${marked} messages`,
        unit: "ms",
        better: "lower",
        target: { maxValue: 50 },
        prepare: () =>
          Promise.resolve({
            floor: timed(forget, insert),
            ours: timed(forget, () => api.send(bytes)),
          }),
      },
    ];
  },
};

function timed(before: () => Promise<unknown>, request: () => Promise<unknown>): Measure {
  return async () => {
    await before();
    const startedAt = performance.now();
    await request();
    return { value: performance.now() - startedAt };
  };
}
