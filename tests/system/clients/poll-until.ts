import type { Client } from "../client.ts";

/** An event as clients get it; everything else is looked at by the test. */
export interface PolledEvent {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
  readonly message?: { readonly content: string; readonly subject: string };
  readonly local_message_id?: string;
}

/** Type and operation. */
export function kindOf({ op, type }: PolledEvent): string {
  return op === undefined ? type : `${type} ${op}`;
}

/** The message with this text among events: one poll may bring others before and after it. */
export function heardMessage(
  events: readonly PolledEvent[],
  text: string,
): PolledEvent | undefined {
  return events.find(({ message }) => message?.content.includes(text));
}

/**
 * Events of a queue, poll by poll, until they satisfy. Services tell independently of each other, so no kind of event
 * marks the end of all.
 */
export async function pollUntil(
  client: Client,
  queueId: unknown,
  satisfied: (events: readonly PolledEvent[]) => boolean,
): Promise<readonly PolledEvent[]> {
  const events: PolledEvent[] = [];
  let last = -1;
  while (!satisfied(events)) {
    const answer = await client.get("/events", { queue_id: queueId, last_event_id: last });
    const polled = answer["events"] as readonly PolledEvent[];
    events.push(...polled);
    last = Math.max(last, ...polled.map(({ id }) => id));
  }
  return events;
}

/** The event of the message with this text, as a queue tells it. */
export async function pollMessage(
  client: Client,
  queueId: unknown,
  text: string,
): Promise<PolledEvent | undefined> {
  const events = await pollUntil(
    client,
    queueId,
    (heard) => heardMessage(heard, text) !== undefined,
  );
  return heardMessage(events, text);
}
