import { type DomainEvent, maxBundleSlots } from "@team-chat/contract";

/** A committed bundle on its way to the stream. */
export interface OutboxRow {
  readonly realmId: number;
  readonly id: number;
  readonly xid: string;
  /** JSON array of events. */
  readonly events: string;
  /** What it is published under as long as this process does it; otherwise as `sourceOf` says. */
  readonly source?: string;
}

/** A bundle is closed above this: large enough to carry many events, small enough to be sent and parsed without anybody waiting. */
const maxBundleChars = 300_000;
/** NATS is set to take 8 MiB; a character takes at most three bytes in UTF-8. */
const maxEventChars = 2_000_000;

/**
 * Events of one transaction as the texts of its outbox rows: usually one, several when they are too many or too long for one.
 * @throws RangeError for an event that no message can carry: better no change than one that can never be published
 */
export function renderEvents(events: readonly DomainEvent[]): readonly string[] {
  const texts: string[] = [];
  let parts: string[] = [];
  let chars = 0;
  let slots = 0;
  for (const event of events) {
    const part = JSON.stringify(event);
    if (part.length > maxEventChars)
      throw new RangeError(`An event of type ${event.event.type} is too large to be published.`);
    const eventSlots = event.slots ?? 1;
    if (
      parts.length > 0 &&
      (chars + part.length > maxBundleChars || slots + eventSlots > maxBundleSlots)
    ) {
      texts.push(`[${parts.join(",")}]`);
      parts = [];
      chars = 0;
      slots = 0;
    }
    parts.push(part);
    chars += part.length + 1;
    slots += eventSlots;
  }
  if (parts.length > 0) texts.push(`[${parts.join(",")}]`);
  return texts;
}

/** The JetStream message of a row; the service's name and the xid need no escaping. */
export function bundleText(service: string, row: OutboxRow): string {
  return `{"service":"${service}","realm":${row.realmId},"xid":"${row.xid}","events":${row.events}}`;
}
