import { setTimeout as delay } from "node:timers/promises";

import type { Bench, BenchOptions, Case } from "../bench.ts";
import { familyOf } from "../family.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { proportionalKb } from "../resident-memory.ts";
import { openStack, pidOf, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import { sampleMessage } from "./send.ts";

const senders = 16;
/** Time after which a process that has little to do has given back what it does not need. */
const settleMs = 20_000;

const shapes = [
  { shape: "one", label: "one process", maxKb: { fresh: 256_000, afterLoad: 409_600 } },
  { shape: "services", label: "six processes", maxKb: { fresh: 614_400, afterLoad: 614_400 } },
] as const;

/** Measures the memory of a whole installation but its database, which keeps as much as the machine has. */
export const memory: Bench = {
  name: "memory",
  description:
    "Memory of all processes but PostgreSQL, of shared pages each its part: fresh, and after ten minutes of sending.",
  floor: "NATS and Redis of that installation",
  rounds: 1,
  warmUpRounds: 0,
  open: async (options) => {
    if (process.env["STACK_URL"] !== undefined)
      throw new Error("memory is measured on fresh processes: run memory without STACK_URL");
    return shapes.flatMap((one) => casesOf(one, options));
  },
};

function casesOf(
  { label, maxKb, shape }: (typeof shapes)[number],
  options: BenchOptions,
): readonly Case[] {
  const caseOf = (
    when: string,
    maxValue: number,
    load: (stack: Stack) => Promise<unknown>,
  ): Case => ({
    label: `${label}, ${when}`,
    unit: "kB",
    better: "lower",
    target: { maxValue },
    prepare: async (own) => {
      const stack = await openStack(own, { shape });
      await load(stack);
      await delay(settleMs);
      return {
        floor: async () => ({ value: await memoryOf(stack, ["nats", "redis"]) }),
        ours: async () => ({ value: await allMemory(stack, options) }),
      };
    },
  });
  return [
    caseOf("fresh", maxKb.fresh, () => Promise.resolve()),
    caseOf("after load", maxKb.afterLoad, (stack) => sendMessages(stack, options)),
  ];
}

async function sendMessages(stack: Stack, { quick }: BenchOptions): Promise<void> {
  using api = await ApiClient.open(stack, senders);
  const name = "memory";
  const members = await ensureMembers(stack, senders);
  await subscribeMembers(api, { name, owner: await signInOwner(api) }, members);
  const requests = members.map((credentials) =>
    api.bytes("POST", { path: "/messages", credentials, parameters: sampleMessage(name) }),
  );
  await closedLoop({
    concurrency: senders,
    durationMs: quick ? 5000 : 600_000,
    send: (sender) => api.send(requests[sender] ?? ""),
  });
}

/** Returns the memory of the supervisor and all that it has started, without PostgreSQL, and says what has how much. */
async function allMemory(stack: Stack, { log }: BenchOptions): Promise<number> {
  const database = await familyOf([await pidOf(stack, "postgres")]);
  const all = await familyOf([await stack.supervisor()]);
  const counted = all.filter((pid) => !database.includes(pid));
  for (const pid of new Set((await stack.processes()).map(({ pid: one }) => one))) {
    if (pid === null || database.includes(pid)) continue;
    const names = (await stack.processes()).filter((one) => one.pid === pid);
    const kb = await proportionalKb([pid]);
    log(`${names.map(({ name }) => name).join(", ")}: ${Math.round(kb)} kB`);
  }
  return await proportionalKb(counted);
}

async function memoryOf(stack: Stack, names: readonly string[]): Promise<number> {
  return await proportionalKb(await Promise.all(names.map((name) => pidOf(stack, name))));
}
