import { type DomainEvent, maxBundleSlots } from "@team-chat/contract";

import { splitEvent } from "./split-event.ts";

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
/** An event above this is told in parts when it can be, so that whoever reads it is not busy with it for long. */
const maxEventChars = 1_000_000;
/** NATS is set to take 8 MiB; the rest is for the bundle around the event. */
const maxEventBytes = 8_000_000;

/**
 * Events of one transaction as the texts of its outbox rows: usually one, several when they are too many or too long for one.
 * @throws RangeError for an event that no message can carry: better no change than one that can never be published
 */
export function renderEvents(events: readonly DomainEvent[]): readonly string[] {
  const texts: string[] = [];
  let parts: string[] = [];
  let chars = 0;
  let slots = 0;
  for (const { event, part } of events.flatMap(renderEvent)) {
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

interface Rendered {
  readonly event: DomainEvent;
  /** Its JSON. */
  readonly part: string;
}

function renderEvent(event: DomainEvent): readonly Rendered[] {
  const part = JSON.stringify(event);
  const halves = part.length > maxEventChars ? splitEvent(event) : null;
  if (halves !== null) return halves.flatMap(renderEvent);
  if (part.length > maxEventChars && Buffer.byteLength(part) > maxEventBytes)
    throw new RangeError(`An event of type ${event.event.type} is too large to be published.`);
  return [{ event, part }];
}

/** The JetStream message of a row; the service's name and the xid need no escaping. */
export function bundleText(service: string, row: OutboxRow): string {
  return `{"service":"${service}","realm":${row.realmId},"xid":"${row.xid}","events":${row.events}}`;
}
