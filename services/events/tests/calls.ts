import { getEvents, registerQueue } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { ParamInputs, ServiceClient } from "@team-chat/rpc";

export type RegisterParams = ParamInputs<typeof registerQueue.params>;

/** Registers a queue and returns its id. */
export async function registerThrough(
  pool: ServiceClient,
  caller: Caller,
  params: RegisterParams = {},
): Promise<string> {
  const answer = await pool.request(registerQueue, caller, params, { realmId: caller.realm.id });
  return answer.queue_id ?? "";
}

export interface PollOptions {
  readonly last?: number;
  /** True to wait for events. */
  readonly block?: boolean;
  readonly through?: ServiceClient;
}

/** The events that a poll answers. */
export async function pollThrough(
  pool: ServiceClient,
  queueId: string,
  { block = false, caller, last = -1 }: PollOptions & { readonly caller: Caller },
) {
  const params = { queue_id: queueId, last_event_id: last, dont_block: !block };
  const { events } = await pool.request(getEvents, caller, params, { realmId: caller.realm.id });
  return events;
}
