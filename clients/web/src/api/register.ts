import type { InitialData } from "../state/state.ts";
import { loadKeptData, putKeptData } from "../storage/kept-state.ts";
import { call } from "./call.ts";
import { initialDataOf, nothingKept } from "./initial-data.ts";
import { registerQueue } from "./operations.ts";
import { wishes } from "./wishes.ts";

/** Registers an event queue. @throws Refusal */
export async function register(): Promise<InitialData> {
  return (await call(registerQueue, wishes)) as unknown as InitialData;
}

/**
 * Registers an event queue at the beginning of a visit: of the initial data that the last visit has left only what
 * differs comes (docs/behaviour/events.md#coming-back).
 * @throws Refusal
 */
export async function registerAfterVisit(): Promise<InitialData> {
  const base = (await loadKeptData()) ?? nothingKept;
  const answer = await call(registerQueue, { ...wishes, initial_data_blocks: base.known });
  const made = initialDataOf(base, answer);
  void putKeptData(made?.kept ?? nothingKept);
  return made === null ? register() : made.data;
}
