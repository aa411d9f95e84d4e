import type pg from "pg";

import type { Bench, Measure } from "../bench.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { quantile } from "../statistics.ts";

const channels = 10;
const page = 50;
/** Messages that are searched for in a round, each somewhere else in the history. */
const searches = 20;
/** Each tenth message is Chinese. */
const chineseEvery = 10;

/** Measures finding words and stretches of characters in a long history. */
export const search: Bench = {
  name: "search",
  description:
    "The slowest but one of 20 searches among 1,000,000 messages of ten channels, a tenth of them Chinese, for what few messages have, through the gateway.",
  floor: "the newest messages without a search",
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const db = await openTables(stack, "messages", resources);
    const owner = await signInOwner(api);
    const [reader] = await ensureMembers(stack, 1);
    if (!reader) throw new Error("the stack has no members");
    const messages = quick ? 20_000 : 1_000_000;
    const recipients = await writeHistory({ api, db, owner, reader, channels, messages });
    await writeChinese(db, recipients);
    const fetch = async (narrow: readonly unknown[]) => {
      const parameters = {
        anchor: "newest",
        num_before: String(page),
        narrow: JSON.stringify(narrow),
      };
      await api.send(api.bytes("GET", { path: "/messages", credentials: reader, parameters }));
    };
    const find = (texts: readonly string[]): Measure =>
      slowest(texts.map((operand) => () => fetch([{ operator: "search", operand }])));
    const floor = slowest(Array.from({ length: searches }, () => () => fetch([])));
    const caseOf = (label: string, texts: readonly string[]) => ({
      label,
      unit: "ms" as const,
      better: "lower" as const,
      target: { maxValue: 200 },
      prepare: () => Promise.resolve({ floor, ours: find(texts) }),
    });
    return [
      caseOf("two Chinese characters", await pick(db, "substr(content, 3, 2)")),
      caseOf("one Chinese character", await pick(db, "substr(content, 3, 1)")),
      caseOf("eight Chinese characters", await pick(db, "substr(content, 3, 8)")),
      caseOf(
        "a number that one message has",
        Array.from({ length: searches }, (_, at) => String(1 + at * (messages / searches))),
      ),
    ];
  },
};

/** Returns the time that the slowest but one takes, in ms. */
function slowest(requests: readonly (() => Promise<void>)[]): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (const request of requests) {
      const startedAt = performance.now();
      await request();
      latenciesMs.push(performance.now() - startedAt);
    }
    return { value: quantile(latenciesMs, 0.95), latenciesMs };
  };
}

/** Makes each tenth message Chinese: 30 of 3,000 characters, of which the first are common. */
async function writeChinese(db: pg.Client, recipients: readonly number[]): Promise<void> {
  await db.query(
    `update message set content = text, rendered_content = '<p>' || text || '</p>'
      from (
        select id, (
          select string_agg(chr(19968 + floor(3000 * power(abs(hashint8(id * 64 + n)) / 2147483648.0, 3))::int), '' order by n)
          from generate_series(1, 30) n
        ) as text
        from message where recipient_id = any($1) and id % $2 = 0
      ) chinese
      where message.id = chinese.id and recipient_id = any($1)`,
    [recipients, chineseEvery],
  );
  await db.query("vacuum analyze message");
}

/** Picks texts from all over the Chinese part of the history. */
async function pick(db: pg.Client, text: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ text: string }>(
    `select distinct on (part) text from (
       select id, ${text} as text, ntile($1) over (order by id) as part from message where folded_words is not null
     ) chosen order by part, id`,
    [searches],
  );
  return rows.map((row) => row.text);
}
