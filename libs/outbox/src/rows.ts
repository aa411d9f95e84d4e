import { type DomainEvent, maxBundleSlots } from "@team-chat/contract";

/** A committed bundle on its way to the stream. */
export interface OutboxRow {
  readonly realmId: number;
  readonly id: number;
  readonly xid: string;
  /** JSON array of events. */
  readonly events: string;
}

/** NATS refuses messages above 1 MB; this leaves room for the frame and for multi-byte characters counted as one. */
const maxBundleChars = 300_000;

/** Events of one transaction as the texts of its outbox rows: usually one, several when they are too many or too long for one. */
export function renderEvents(events: readonly DomainEvent[]): readonly string[] {
  const texts: string[] = [];
  let parts: string[] = [];
  let chars = 0;
  let slots = 0;
  for (const event of events) {
    const part = JSON.stringify(event);
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
