import type pg from "pg";

import type { Bench, Measure } from "../bench.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { openTables } from "../stack/database.ts";
import { writeHistory } from "../stack/long-history.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { hundredth, texts } from "../stack/texts.ts";
import { quantile } from "../statistics.ts";

const channels = 10;
const page = 50;
/** Messages that are searched for in a round, each somewhere else in the history. */
const searches = 20;

/** Measures finding words and stretches of characters in a long history. */
export const search: Bench = {
  name: "search",
  description:
    "The slowest but one of 20 searches among 1,000,000 messages of ten channels, a tenth of them Chinese, through the gateway: for what few messages have, what each hundredth has, and whatever is written.",
  floor: "the newest messages without a search",
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const db = await openTables(stack, "messages", resources);
    const owner = await signInOwner(api);
    const [reader] = await ensureMembers(stack, 1);
    if (!reader) throw new Error("the stack has no members");
    const messages = quick ? 20_000 : 1_000_000;
    await writeHistory({ api, db, owner, reader, channels, messages, text: texts });
    const fetch = async (narrow: readonly unknown[]) => {
      const parameters = {
        anchor: "newest",
        num_before: String(page),
        narrow: JSON.stringify(narrow),
      };
      await api.send(api.bytes("GET", { path: "/messages", credentials: reader, parameters }));
    };
    const find = (operands: readonly string[]): Measure =>
      slowest(operands.map((operand) => () => fetch([{ operator: "search", operand }])));
    const floor = slowest(Array.from({ length: searches }, () => () => fetch([])));
    const caseOf = (label: string, operands: readonly string[]) => ({
      label,
      unit: "ms" as const,
      better: "lower" as const,
      target: { maxValue: 200 },
      prepare: () => Promise.resolve({ floor, ours: find(operands) }),
    });
    const chinese = (length: number) =>
      pick(db, { text: `substr(content, 3, ${length})`, where: "folded_words is not null" });
    const words = (where: string) =>
      pick(db, { text: "split_part(content, ' ', 3)", where: `folded_words is null and ${where}` });
    return [
      caseOf("two Chinese characters", await chinese(2)),
      caseOf("one Chinese character", await chinese(1)),
      caseOf("eight Chinese characters", await chinese(8)),
      caseOf("a word", await words("true")),
      caseOf(
        "a word of each hundredth message",
        await words(`split_part(content, ' ', 3) in (${hundredth.join(", ")})`),
      ),
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

interface Picked {
  /** In SQL. */
  readonly text: string;
  readonly where: string;
}

/** Picks texts from all over the part of the history for which the condition holds. */
async function pick(db: pg.Client, { text, where }: Picked): Promise<readonly string[]> {
  const { rows } = await db.query<{ text: string }>(
    `select distinct on (part) text from (
       select id, ${text} as text, ntile($1) over (order by id) as part from message where ${where}
     ) chosen order by part, id`,
    [searches],
  );
  return rows.map((row) => row.text);
}
