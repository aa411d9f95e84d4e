import { setTimeout as delay } from "node:timers/promises";

import type pg from "pg";

import type { Bench, Case } from "../../bench.ts";
import { familyOf } from "../../family.ts";
import { proportionalKb } from "../../resident-memory.ts";
import { openStack, pidOf, type Stack } from "../../stack.ts";
import { openTables } from "../../stack/database.ts";
import { type Organization, Organizations } from "../../stack/organizations.ts";
import { median } from "../../statistics.ts";

const services = ["gateway", "users", "channels", "messages", "events", "webhooks"];
/** Time after which every lease of an organization at rest has been let go. */
const untilIdleMs = 70_000;
/** Organizations that are listened to while `messages` is killed. */
const listening = 5;

/** Measures the cost of organizations that exist, most of which do nothing. */
export const organizations: Bench = {
  name: "organizations",
  description:
    "10,000 organizations, 100 of them active: memory, advisory locks, creating one, events after a kill of messages.",
  floor: `the same with ${listening} organizations`,
  rounds: 3,
  warmUpRounds: 0,
  open: async ({ log, quick }, resources) => {
    const counts = quick ? { all: 200, active: 20 } : { all: 10_000, active: 100 };
    const stack = await openStack(resources);
    const hosting = new Hosting(stack, await openTables(stack, "users", resources));
    await hosting.create({ all: listening, active: listening });
    const before = await hosting.measureAll();
    const began = performance.now();
    await hosting.create(counts);
    const seconds = (performance.now() - began) / 1000;
    log(`${counts.all} organizations were created in ${seconds.toFixed(0)} s`);
    log(`right after that there are ${await hosting.locks()} advisory locks`);
    await delay(untilIdleMs);
    return figures.map(({ label, maxValue, name, unit }) => ({
      label,
      unit,
      better: "lower",
      target: { maxValue },
      prepare: () =>
        Promise.resolve({
          floor: () => Promise.resolve({ value: before[name] }),
          ours: async () => ({ value: await hosting[name]() }),
        }),
    }));
  },
};

type Figure = "created" | "event" | "locks" | "memory";

const figures: readonly (Pick<Case, "label" | "unit"> & { name: Figure; maxValue: number })[] = [
  { name: "memory", label: "memory of all services", unit: "kB", maxValue: 1_048_576 },
  { name: "locks", label: "advisory locks", unit: "locks", maxValue: 500 },
  { name: "created", label: "creating one", unit: "ms", maxValue: 100 },
  { name: "event", label: "event after a kill of messages", unit: "ms", maxValue: 2000 },
];

/** An installation with many organizations, of which those that were created last are active. */
class Hosting {
  readonly #stack: Stack;
  readonly #db: pg.Client;
  readonly #made: Organizations;
  #active: readonly Organization[] = [];

  constructor(stack: Stack, db: pg.Client) {
    this.#stack = stack;
    this.#db = db;
    this.#made = new Organizations(stack);
  }

  async create(counts: { readonly all: number; readonly active: number }): Promise<void> {
    this.#active = (await this.#made.create(counts.all, 4)).slice(-counts.active);
  }

  async measureAll(): Promise<Readonly<Record<Figure, number>>> {
    return {
      memory: await this.memory(),
      locks: await this.locks(),
      created: await this.created(),
      event: await this.event(),
    };
  }

  /** Returns the memory of our processes, in kB. */
  async memory(): Promise<number> {
    await this.#work();
    const pids = await Promise.all(services.map((name) => pidOf(this.#stack, name)));
    return proportionalKb(await familyOf(pids));
  }

  async locks(): Promise<number> {
    await this.#work();
    const { rowCount } = await this.#db.query("select from pg_locks where locktype = 'advisory'");
    return rowCount ?? 0;
  }

  /** Returns the median of the times in which some are created, one after the other, in ms. */
  async created(): Promise<number> {
    return median((await this.#made.create(10, 1)).map(({ ms }) => ms));
  }

  /** Kills `messages`; returns the longest wait for the event of an acknowledged message, in ms. */
  async event(): Promise<number> {
    await this.#work();
    process.kill(await pidOf(this.#stack, "messages"), "SIGKILL");
    const waits = this.#active.slice(0, listening).map((one) => eventMs(one));
    return Math.max(...(await Promise.all(waits)));
  }

  async #work(): Promise<void> {
    for (const one of this.#active) await one.work();
  }
}

const patienceMs = 60_000;

/** Returns the time from the acknowledgement of a message, however long it takes until one is, to its event. */
async function eventMs(one: Organization): Promise<number> {
  const listener = await untilAnswered(() => one.listen());
  const heard = listener.heard();
  const acknowledged = await untilAnswered(() => one.send());
  return Math.max(0, (await heard) - acknowledged);
}

/** Asks again as long as a service that was killed is not back. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(20);
    }
}
