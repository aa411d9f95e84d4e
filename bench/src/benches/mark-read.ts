import type { Bench, Case, Measure } from "../bench.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";

const marked = 10_000;
const channels = 10;

/** Measures the cost of marking very many messages as read at once, and as unread again. */
export const markRead: Bench = {
  name: "mark-read",
  description: `Marking ${marked} messages of ${channels} channels as read by their ids and as unread again, through the gateway.`,
  floor: "one row for each, written by one bare statement; for unread, marking as read",
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
    await db.query("create temporary table floor_read (user_id bigint, message_id bigint)");
    const mark = (op: "add" | "remove") => {
      const parameters = { messages: JSON.stringify(ids), op, flag: "read" };
      const bytes = api.bytes("POST", { path: "/messages/flags", credentials: reader, parameters });
      return () => api.send(bytes);
    };
    return casesOf({
      read: mark("add"),
      unread: mark("remove"),
      insert: () =>
        db.query("insert into floor_read select $1, unnest($2::int8[])", [reader.userId, ids]),
      forget: () =>
        db.query(
          "update user_recipient set read = '{}' where user_id = $1 and recipient_id = any($2)",
          [reader.userId, recipients],
        ),
    });
  },
};

type Steps = Readonly<Record<"read" | "unread" | "insert" | "forget", () => Promise<unknown>>>;

function casesOf({ read, unread, insert, forget }: Steps): readonly Case[] {
  const forgetAndRead = async () => {
    await forget();
    await read();
  };
  const reading = timed(forget, read);
  return [
    {
      label: `${marked} messages`,
      unit: "ms",
      better: "lower",
      target: { maxValue: 50 },
      prepare: () => Promise.resolve({ floor: timed(forget, insert), ours: reading }),
    },
    {
      label: `${marked} messages unread again, against read`,
      unit: "ms",
      better: "lower",
      target: { maxRatio: 2 },
      prepare: () => Promise.resolve({ floor: reading, ours: timed(forgetAndRead, unread) }),
    },
  ];
}

function timed(before: () => Promise<unknown>, request: () => Promise<unknown>): Measure {
  return async () => {
    await before();
    const startedAt = performance.now();
    await request();
    return { value: performance.now() - startedAt };
  };
}
