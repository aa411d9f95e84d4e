import { setTimeout } from "node:timers/promises";

import { OperatorRefusal, Unreachable } from "../operator-client.ts";

const askEveryMs = 1000;
/** As long as a service may be away. */
const maxTries = 300;

/** Asks again while a service begins anew, be it the one that is asked. @throws what the last try throws */
export async function askPatiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || tries === maxTries) throw error;
      await setTimeout(askEveryMs);
    }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof OperatorRefusal && error.isPassing);
}
