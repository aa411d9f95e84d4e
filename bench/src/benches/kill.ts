import { setTimeout as delay } from "node:timers/promises";

import { Pool } from "undici";

import type { Bench, BenchOptions, Measurement } from "../bench.ts";
import { openLoop } from "../load/open-loop.ts";
import { openStack, pidOf, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { signInOwner } from "../stack/owner.ts";
import { quantile } from "../statistics.ts";
import { sampleMessage } from "./send.ts";

const services = ["messages", "channels", "users", "events", "webhooks", "gateway"] as const;
const ratePerSecond = 50;
const durationMs = 4000;
/** Moment of the kill within the sends. */
const killAfterMs = 500;
const retryMs = 10;
const lookEveryMs = 50;

/** Measures how long people wait for a send when a process dies of which there is a second one. */
export const kill: Bench = {
  name: "kill",
  description: `A send, tried again until it is acknowledged, ${ratePerSecond} a second, while one of the two processes of a service is killed (p99).`,
  floor: "the same while nothing is killed",
  rounds: 5,
  open: async (options, resources) => {
    const stack = await openStack(resources, { replicas: 2 });
    const sender = await Sender.open(stack, resources);
    return services.map((service) => ({
      label: `one of two ${service}`,
      unit: "ms",
      better: "lower",
      target: { maxValue: 500 },
      prepare: () =>
        Promise.resolve({
          floor: () => sender.measure(options, () => Promise.resolve()),
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
  readonly sender: Sender;
  readonly name: string;
}

/** Measures sends during which the process is killed; resolves when another one has taken its place. */
async function measureKill(
  { name, sender, stack }: Victim,
  options: BenchOptions,
): Promise<Measurement> {
  const pid = await pidOf(stack, name);
  const measured = await sender.measure(options, async () => {
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

/** A member who sends each message again until it is acknowledged, as clients do. */
class Sender {
  readonly #pool: Pool;
  readonly #authorization: string;
  #sent = 0;

  private constructor(pool: Pool, authorization: string) {
    this.#pool = pool;
    this.#authorization = authorization;
  }

  static async open(stack: Stack, resources: AsyncDisposableStack): Promise<Sender> {
    using api = await ApiClient.open(stack, 1);
    const { apiKey, email } = await signInOwner(api);
    const pool = resources.adopt(new Pool(stack.url), (open) => open.destroy());
    return new Sender(pool, `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`);
  }

  /** Measures sends while something happens. */
  async measure({ quick }: BenchOptions, happen: () => Promise<void>): Promise<Measurement> {
    const sending = openLoop({
      ratePerSecond,
      durationMs: quick ? durationMs / 2 : durationMs,
      send: () => this.#send(),
    });
    const [{ latenciesMs }] = await Promise.all([sending, happen()]);
    return { value: quantile(latenciesMs, 0.99), latenciesMs };
  }

  async #send(): Promise<void> {
    this.#sent += 1;
    const key = `kill ${this.#sent}`;
    while (!(await this.#try(key))) await delay(retryMs);
  }

  /** False when it has to be tried again. @throws Error when it is refused */
  async #try(key: string): Promise<boolean> {
    const answer = await this.#pool
      .request({
        method: "POST",
        path: "/api/v1/messages",
        headers: {
          authorization: this.#authorization,
          "content-type": "application/x-www-form-urlencoded",
          "idempotency-key": key,
        },
        body: new URLSearchParams(sampleMessage("general")).toString(),
      })
      .catch(() => null);
    if (answer === null) return false;
    const text = await answer.body.text().catch(() => null);
    if (answer.statusCode === 200 && text !== null) return true;
    if (answer.statusCode < 500) throw new Error(`a send was refused: ${text}`);
    return false;
  }
}
