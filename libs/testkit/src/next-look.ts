import { setTimeout as delay } from "node:timers/promises";

const lookEveryMs = 5;

/**
 * Resolves when a test that waits for something may look again. Meanwhile it leaves the processor to those whom it
 * waits for: who looks all the time takes from them as much as they have.
 */
export async function nextLook(): Promise<void> {
  await delay(lookEveryMs);
}
