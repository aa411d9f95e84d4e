import { setTimeout as delay } from "node:timers/promises";

import type pg from "pg";

import type { Bench, Case, Measurement } from "../../bench.ts";
import { inParallel } from "../../load/in-parallel.ts";
import { noises } from "../../load/noises.ts";
import { processorMs } from "../../processor-time.ts";
import { openStack, pidOf, type Stack } from "../../stack.ts";
import { openTables } from "../../stack/database.ts";
import { type Organization, Organizations } from "../../stack/organizations.ts";

const lanes = 8;
/** Gateways say every second what was used. */
const notedMs = 2500;
const idleMs = 5000;
const services = ["messages", "channels", "users", "events"] as const;

/** Measures how much of the processor time of services is found on the bill of whoever asked. */
export const attributedTime: Bench = {
  name: "attributed-time",
  description: "Processor time of a request as its organization is billed for it.",
  floor:
    "processor time that all services took while such requests were answered, beyond what they take when idle",
  rounds: 3,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const [organization] = await new Organizations(stack).create(1, 1);
    if (organization === undefined) throw new Error("One was to be created.");
    const tables = await openTables(stack, "users", resources);
    const began = await processorOf(stack);
    await delay(idleMs);
    const idle = ((await processorOf(stack)) - began) / idleMs;
    const count = quick ? 200 : 2000;
    return noises.map(({ asked, label }): Case => {
      const load = () => ask(organization, asked, count);
      return {
        label,
        unit: "ms",
        better: "higher",
        prepare: () =>
          Promise.resolve({
            floor: () =>
              perRequest(
                count,
                load,
                async () => (await processorOf(stack)) - idle * performance.now(),
              ),
            ours: () => perRequest(count, load, () => billed(tables)),
          }),
      };
    });
  },
};

async function ask(
  organization: Organization,
  asked: Parameters<Organization["attempt"]>[0],
  count: number,
): Promise<void> {
  await inParallel({ count, concurrency: lanes }, () => organization.attempt(asked));
}

/** Measures by how much a sum grows with each request. */
async function perRequest(
  count: number,
  load: () => Promise<void>,
  sum: () => Promise<number>,
): Promise<Measurement> {
  const before = await sum();
  await load();
  return { value: ((await sum()) - before) / count };
}

async function processorOf(stack: Stack): Promise<number> {
  return processorMs(await Promise.all(services.map((name) => pidOf(stack, name))));
}

/** Returns what all organizations are billed for, once that is known. */
async function billed(tables: pg.Client): Promise<number> {
  await delay(notedMs);
  const { rows } = await tables.query<{ ms: number }>(
    "select coalesce(sum(processor_us), 0)::float8 / 1000 as ms from request_count",
  );
  return rows[0]?.ms ?? 0;
}
