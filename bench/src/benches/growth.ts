import type pg from "pg";

import type { Bench, BenchOptions, Case, Measure, Measurement } from "../bench.ts";
import { openLoop } from "../load/open-loop.ts";
import { openStack } from "../stack.ts";
import { openTables } from "../stack/database.ts";
import { channels, findPartition, grow, type Grown } from "../stack/grow.ts";
import { type Organization, Organizations } from "../stack/organizations.ts";
import { quantile } from "../statistics.ts";

const page = 100;
/** So many messages of the smaller organization have two characters that few have; of the larger ten times as many. */
const inBoth = 40;
/** Of each kind in a round. */
const requests = 20;
/** Organizations besides, which have a few messages each. */
const others = 20;

interface Filled extends Grown {
  readonly organization: Organization;
}

interface Sizes {
  readonly small: Filled;
  readonly large: Filled;
}

/** Measures what ten times as many messages cost, and what vacuuming them costs others. */
export const growth: Bench = {
  name: "growth",
  description:
    "What an organization with 10,000,000 messages waits for, through the gateway: p95 of searches, p50 of all else.",
  floor:
    "the same in an organization with 1,000,000 messages, of another partition of the same database; for sends beside a vacuum, the sends without",
  rounds: 5,
  open: async (options, resources) => {
    const { log, quick } = options;
    const stack = await openStack(resources);
    const db = await openTables(stack, "messages", resources);
    const connections = [db];
    while (connections.length < 4) connections.push(await openTables(stack, "messages", resources));
    const made = await new Organizations(stack).create(others, 4);
    const apart = await prepare(db, made);
    const filled: Filled[] = [];
    for (const messages of quick ? [10_000, 100_000] : [1_000_000, 10_000_000]) {
      const organization = apart[filled.length];
      if (organization === undefined) throw new Error("All organizations have one partition.");
      const began = performance.now();
      filled.push({
        organization,
        ...(await grow(organization, { connections, messages })),
      });
      log(
        `${messages} messages were written in ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
    }
    const [small, large] = filled;
    if (small === undefined || large === undefined) throw new Error("Two were to be filled.");
    return [...casesOf({ small, large }, options), vacuumed({ small, large }, db, options)];
  },
};

/** Gives each a little to keep; returns one of each partition. */
async function prepare(
  db: pg.Client,
  made: readonly Organization[],
): Promise<readonly Organization[]> {
  const names = Array.from({ length: channels }, (_, index) => ({ name: `growth ${index}` }));
  const body = new URLSearchParams({ subscriptions: JSON.stringify(names) }).toString();
  const type = "application/x-www-form-urlencoded";
  const found = new Map<string, Organization>();
  for (const one of made) {
    await one.attempt({ method: "POST", path: "/users/me/subscriptions", type, body });
    await one.send();
    await one.attempt({ method: "GET", path: "/messages?anchor=newest&num_before=1" });
    const { rows } = await db.query<{ id: string }>(
      "select realm_id as id from users.realm where subdomain = $1",
      [one.subdomain],
    );
    const partition = await findPartition(db, Number(rows[0]?.id));
    if (!found.has(partition)) found.set(partition, one);
  }
  return [...found.values()];
}

interface Read {
  readonly label: string;
  readonly target: NonNullable<Case["target"]>;
  /** Of the times of twenty requests that which counts. */
  readonly share: number;
  /** Path of the request, with the query, by how many there were before. */
  readonly path: (filled: Filled, index: number) => string;
}

const pageOf = (anchor: number | "newest", narrow: readonly unknown[], count = page) =>
  `/messages?anchor=${anchor}&num_before=${count}&narrow=${encodeURIComponent(JSON.stringify(narrow))}`;
const searchFor = (operand: string, count = page) =>
  pageOf("newest", [{ operator: "search", operand }], count);
const asFast = { maxRatio: 1.2 };
/** The time that the slowest but one takes. */
const slowest = 0.95;
const half = 0.5;
const fast = { maxValue: 200 };

const reads: readonly Read[] = [
  {
    label: "newest page of all messages",
    target: asFast,
    share: half,
    path: () => pageOf("newest", []),
  },
  {
    label: "a page of a channel, somewhere in its history",
    target: asFast,
    share: half,
    path: ({ ids: [first, last] }, index) => {
      const anchor = first + Math.floor(((last - first) * (index + 1)) / (requests + 1));
      return pageOf(anchor, [{ operator: "channel", operand: `growth ${index % channels}` }]);
    },
  },
  {
    label: "a word of each hundredth message",
    target: asFast,
    share: slowest,
    path: (_, index) => searchFor(lettersOf(20 + index)),
  },
  {
    label: "a number that one message has",
    target: asFast,
    share: slowest,
    path: (_, index) => searchFor(String((3 + index) * 7000)),
  },
  {
    label: "two Chinese characters",
    target: fast,
    share: slowest,
    path: ({ pairs }, index) => searchFor(pairs[index % pairs.length] ?? ""),
  },
  {
    label: "the newest 40 with two Chinese characters",
    target: asFast,
    share: slowest,
    path: ({ pairs }, index) => searchFor(pairs[index % pairs.length] ?? "", inBoth),
  },
];

/** The word of a number, as texts have it. */
function lettersOf(number: number): string {
  return `w${[...String(number)].map((digit) => "bcdfghjklm"[Number(digit)]).join("")}o`;
}

function casesOf({ large, small }: Sizes, { quick }: BenchOptions): readonly Case[] {
  const common = { unit: "ms", better: "lower" } as const;
  const both = (measure: (filled: Filled) => Measure) => () =>
    Promise.resolve({ floor: measure(small), ours: measure(large) });
  return [
    ...reads.map(({ label, path, share, target }) => ({
      ...common,
      label,
      target,
      prepare: both((filled) =>
        times({ count: requests, share }, async (index) => {
          await filled.organization.attempt({ method: "GET", path: path(filled, index) });
        }),
      ),
    })),
    {
      ...common,
      label: "registering",
      target: asFast,
      prepare: both(({ organization }) =>
        times({ count: requests, share: half }, async () => {
          await organization.attempt({ method: "POST", path: "/register" });
        }),
      ),
    },
    {
      ...common,
      label: "sending",
      target: asFast,
      prepare: both(({ organization }) =>
        times({ count: quick ? 20 : 200, share: half }, () => organization.send()),
      ),
    },
  ];
}

/** Measures the time within which such a share of so many requests is answered, in ms, one at a time. */
function times(
  { count, share }: { readonly count: number; readonly share: number },
  request: (index: number) => Promise<unknown>,
): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const began = performance.now();
      await request(index);
      latenciesMs.push(performance.now() - began);
    }
    return { value: quantile(latenciesMs, share), latenciesMs };
  };
}

/** Measures sends of the small organization while the partition of the large one is vacuumed. */
function vacuumed({ large, small }: Sizes, db: pg.Client, { log, quick }: BenchOptions): Case {
  const send = () => small.organization.send();
  const sends = async (): Promise<Measurement> => {
    const durationMs = quick ? 3000 : 20_000;
    const { latenciesMs } = await openLoop({ ratePerSecond: 30, durationMs, send });
    return { value: quantile(latenciesMs, 0.99), latenciesMs };
  };
  return {
    label: "p99 of sends while the other partition is vacuumed",
    unit: "ms",
    better: "lower",
    target: { maxRatio: 1.5 },
    prepare: () =>
      Promise.resolve({
        floor: sends,
        ours: async () => {
          // Pages all over the partition, so that every index of it is gone through.
          await db.query(`update ${large.partition} set client = 'vacuum' where id % 5000 = 0`);
          const end = new AbortController();
          const vacuuming = vacuum(db, large.partition, end.signal);
          const measured = await sends();
          end.abort();
          log(`  it was vacuumed ${await vacuuming} times`);
          return measured;
        },
      }),
  };
}

/** Vacuums a table again and again at the pace of autovacuum, until told to end; returns how often. */
async function vacuum(db: pg.Client, table: string, signal: AbortSignal): Promise<number> {
  // A command has no pace of its own, and nobody vacuums by command where the product runs.
  await db.query(
    "select set_config('vacuum_cost_delay', current_setting('autovacuum_vacuum_cost_delay'), false)",
  );
  let done = 0;
  for (; !signal.aborted; done += 1)
    await db.query(`vacuum (disable_page_skipping, index_cleanup on) ${table}`);
  return done;
}
