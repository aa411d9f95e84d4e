import { setTimeout as delay } from "node:timers/promises";

import type { Bench, BenchOptions, Measurement } from "../../bench.ts";
import { openLoop } from "../../load/open-loop.ts";
import { PatientSender } from "../../load/patient-sender.ts";
import { openStack, pidOf, type Stack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { signInOwner } from "../../stack/owner.ts";
import { quantile } from "../../statistics.ts";

const services = ["messages", "channels", "users", "events", "webhooks", "gateway"] as const;
const ratePerSecond = 50;
const durationMs = 4000;
/** Moment of the kill within the sends. */
const killAfterMs = 500;
const lookEveryMs = 50;

/** Measures how long people wait for a send when a process dies of which there is a second one. */
export const kill: Bench = {
  name: "kill",
  description: `A send, tried again until it is acknowledged, ${ratePerSecond} a second, while one of the two processes of a service is killed (p99).`,
  floor: "the same while nothing is killed",
  rounds: 5,
  open: async (options, resources) => {
    const stack = await openStack(resources, { replicas: 2 });
    using api = await ApiClient.open(stack, 1);
    const sender = resources.use(new PatientSender(stack, await signInOwner(api)));
    return services.map((service) => ({
      label: `one of two ${service}`,
      unit: "ms",
      better: "lower",
      target: { maxValue: 500 },
      prepare: () =>
        Promise.resolve({
          floor: () => measure(sender, options, () => Promise.resolve()),
          ours: async () => {
            const first = await measureKill({ stack, sender, name: service }, options);
            const second = await measureKill({ stack, sender, name: `${service}-2` }, options);
            // A realm's requests go to one of the two: the death of the other is noticed by nobody.
            return first.value > second.value ? first : second;
          },
        }),
    }));
  },
};

interface Victim {
  readonly stack: Stack;
  readonly sender: PatientSender;
  readonly name: string;
}

/** Measures sends during which the process is killed; resolves when another one has taken its place. */
async function measureKill(
  { name, sender, stack }: Victim,
  options: BenchOptions,
): Promise<Measurement> {
  const pid = await pidOf(stack, name);
  const measured = await measure(sender, options, async () => {
    await delay(killAfterMs);
    process.kill(pid, "SIGKILL");
  });
  const { port } = await stack.process(name);
  while (!(await isReady(port))) await delay(lookEveryMs);
  return measured;
}

async function isReady(port: number): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    return status === 200;
  } catch {
    return false;
  }
}

/** Measures sends while something happens. */
async function measure(
  sender: PatientSender,
  { quick }: BenchOptions,
  happen: () => Promise<void>,
): Promise<Measurement> {
  const sending = openLoop({
    ratePerSecond,
    durationMs: quick ? durationMs / 2 : durationMs,
    send: () => sender.send(),
  });
  const [{ latenciesMs }] = await Promise.all([sending, happen()]);
  return { value: quantile(latenciesMs, 0.99), latenciesMs };
}
