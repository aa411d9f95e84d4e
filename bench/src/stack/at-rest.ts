import { setTimeout as delay } from "node:timers/promises";

import { familyMs, processorMs } from "../processor-time.ts";
import { pidOf, type Stack } from "../stack.ts";

const lookEveryMs = 250;
/** Processor time of a look below which services count as idle. */
const restMs = 20;
const maxLooks = 80;

/**
 * Waits until the services and Postgres have done what follows from the requests before, so that the next is measured
 * by itself.
 * @throws Error when they are busy for 20 s
 */
export async function atRest(stack: Stack, services: readonly string[]): Promise<void> {
  const pids = await Promise.all(services.map((service) => pidOf(stack, service)));
  const postgres = await pidOf(stack, "postgres");
  const used = async () => (await processorMs(pids)) + (await familyMs(postgres));
  let before = await used();
  for (let look = 0; look < maxLooks; look += 1) {
    await delay(lookEveryMs);
    const now = await used();
    if (now - before < restMs) return;
    before = now;
  }
  throw new Error(`${services.join(", ")} do not come to rest`);
}
