import { call } from "../api/call.ts";
import { subscribe, unsubscribe } from "../api/operations.ts";
import type { Channel } from "../state/state.ts";

/** Subscribes people to a channel; oneself when nobody is named. @throws Refusal */
export async function join({ name }: Channel, people: readonly number[] = []): Promise<void> {
  await call(subscribe, { subscriptions: [{ name }], principals: [...people] });
}

/** Takes people out of a channel; oneself when nobody is named. @throws Refusal */
export async function leave({ name }: Channel, people: readonly number[] = []): Promise<void> {
  await call(unsubscribe, { subscriptions: [name], principals: [...people] });
}
