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

/** All events of a queue up to the message with this text. */
export async function pollUntil(
  client: Client,
  queueId: string,
  text: string,
): Promise<readonly PolledEvent[]> {
  const events: PolledEvent[] = [];
  let last = -1;
  while (!events.some(({ message }) => message?.content.includes(text))) {
    const answer = await client.get("/events", { queue_id: queueId, last_event_id: last });
    const news = answer["events"] as readonly PolledEvent[];
    events.push(...news);
    last = Math.max(last, ...news.map(({ id }) => id));
  }
  return events;
}
