import { type BundleFacts, type DomainEvent, factsOf, maxBundleSlots } from "@team-chat/contract";

import { splitEvent } from "./split-event.ts";

/** Events of one outbox row. */
export interface RowContent {
  /** JSON array of events. */
  readonly events: string;
  /** Null in rows of earlier releases: such a bundle may concern anybody. */
  readonly facts: BundleFacts | null;
}

/** A committed bundle on its way to the stream. */
export interface OutboxRow extends RowContent {
  readonly realmId: number;
  readonly id: number;
  readonly xid: string;
  /** The term it was written in; null in rows of releases that knew none. */
  readonly term: number | null;
  /** Time that the table has for a row that was found there. */
  readonly createdAt?: Date;
  /** Source in the subject that this process publishes it under; in any other process `sourceOf` decides. */
  readonly source?: string;
}

/**
 * A bundle is closed above this: large enough to carry many events, small enough to be sent and parsed without anybody
 * waiting.
 */
const maxBundleChars = 300_000;
/** An event above this is told in parts when it can be, so that whoever reads it is not busy with it for long. */
const maxEventChars = 1_000_000;
/** NATS is set to take 8 MiB; the rest is for the bundle around the event. */
const maxEventBytes = 8_000_000;

/**
 * Renders the events of one transaction for its outbox rows: usually one, several when they are too many or too long
 * for one.
 * @throws RangeError for an event that no message can carry: better no change than one that can never be published
 */
export function renderEvents(events: readonly DomainEvent[]): readonly RowContent[] {
  const rows: RowContent[] = [];
  let parts: Rendered[] = [];
  let chars = 0;
  let slots = 0;
  for (const part of events.flatMap(renderEvent)) {
    const { event, text } = part;
    const eventSlots = event.slots ?? 1;
    if (
      parts.length > 0 &&
      (chars + text.length > maxBundleChars || slots + eventSlots > maxBundleSlots)
    ) {
      rows.push(contentOf(parts));
      parts = [];
      chars = 0;
      slots = 0;
    }
    parts.push(part);
    chars += text.length + 1;
    slots += eventSlots;
  }
  if (parts.length > 0) rows.push(contentOf(parts));
  return rows;
}

interface Rendered {
  readonly event: DomainEvent;
  /** Its JSON. */
  readonly text: string;
}

function contentOf(parts: readonly Rendered[]): RowContent {
  return {
    events: `[${parts.map(({ text }) => text).join(",")}]`,
    facts: factsOf(parts.map(({ event }) => event)),
  };
}

function renderEvent(event: DomainEvent): readonly Rendered[] {
  const text = JSON.stringify(event);
  const halves = text.length > maxEventChars ? splitEvent(event) : null;
  if (halves !== null) return halves.flatMap(renderEvent);
  if (text.length > maxEventChars && Buffer.byteLength(text) > maxEventBytes)
    throw new RangeError(`An event of type ${event.event.type} is too large to be published.`);
  return [{ event, text }];
}

/** Writes the JetStream message of a row; the service's name and the xid need no escaping. */
export function bundleText(service: string, row: OutboxRow): string {
  const term = row.term === null ? "" : `"term":${row.term},`;
  return `{"service":"${service}","realm":${row.realmId},"xid":"${row.xid}",${term}"events":${row.events}}`;
}
