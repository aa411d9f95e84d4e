import { setTimeout as delay } from "node:timers/promises";

import type { Bench, Measure } from "../../bench.ts";
import { KeepAliveSender } from "../../load/keep-alive-sender.ts";
import { openLoop } from "../../load/open-loop.ts";
import { familyMs, processorMs } from "../../processor-time.ts";
import { openStack, pidOf, type Stack } from "../../stack.ts";
import { GatewayEndpoints } from "../../stack/gateway-endpoints.ts";
import { Organizations } from "../../stack/organizations.ts";

const channel = "spread";
const connections = 16;
/** Time in which what nobody waits for has been done. */
const afterwardsMs = 1500;

/** Measures what a send costs where many organizations send a little: most of a hosted installation's work. */
export const spread: Bench = {
  name: "spread",
  description:
    "Processor time of all processes, PostgreSQL included, for a send, where each comes from another of 200 organizations.",
  floor: "the same number of sends a second, all of one organization",
  rounds: 5,
  open: async ({ quick }, resources) => {
    const { count, ratePerSecond } = quick
      ? { count: 20, ratePerSecond: 50 }
      : { count: 200, ratePerSecond: 100 };
    const stack = await openStack(resources);
    const organizations = await new Organizations(stack).create(count, 4);
    for (const organization of organizations) await organization.openChannel(channel);
    const people = organizations.map(({ credentials }) => credentials);
    const endpoints = resources.use(await GatewayEndpoints.open(stack));
    const sender = resources.use(new KeepAliveSender(stack, endpoints, connections));
    const costOf = (of: readonly Person[]): Measure =>
      perSend(stack, () =>
        openLoop({
          ratePerSecond,
          durationMs: quick ? 2000 : 10_000,
          isSleepy: true,
          send: (index) => sender.send(nth(of, index), channel),
        }),
      );
    return [
      {
        label: `${ratePerSecond} a second`,
        unit: "µs",
        better: "lower",
        prepare: () => Promise.resolve({ floor: costOf(people.slice(0, 1)), ours: costOf(people) }),
      },
    ];
  },
};

type Person = Parameters<KeepAliveSender["send"]>[0];

function nth(people: readonly Person[], index: number): Person {
  const person = people[index % people.length];
  if (person === undefined) throw new Error("nobody sends");
  return person;
}

function perSend(
  stack: Stack,
  load: () => Promise<{ readonly latenciesMs: readonly number[] }>,
): Measure {
  return async () => {
    const before = await usedMs(stack);
    const { latenciesMs } = await load();
    await delay(afterwardsMs);
    const used = (await usedMs(stack)) - before;
    return { value: (used * 1000) / latenciesMs.length, latenciesMs };
  };
}

/** Sums up what all processes of the product have used, those that PostgreSQL started among them. */
async function usedMs(stack: Stack): Promise<number> {
  const all = (await stack.processes()).filter(({ name }) => name !== "postgres");
  const pids = all.flatMap(({ pid }) => pid ?? []);
  return (await processorMs(pids)) + (await familyMs(await pidOf(stack, "postgres")));
}
