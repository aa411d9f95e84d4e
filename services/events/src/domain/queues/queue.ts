import type { WideMessage } from "@team-chat/contract";
import { parseSnapshot, type Snapshot, snapshotSees } from "@team-chat/pg";

import type { Descriptor } from "../../values/descriptor.ts";
import { renderEvent } from "../render/render-event.ts";
import type { Entry, EntryEvent } from "../stream/entry.ts";
import type { Asker, QueueEvent } from "./answers.ts";
import { accessLoss } from "./lost-access.ts";
import { mergeFlags } from "./merge-flags.ts";
import { compileNarrow } from "./narrow.ts";
import { flagsField, flagsFor, idField, localEcho } from "./own-fields.ts";
import { eventId, heartbeatId, type Position, positionOf } from "./position.ts";

/** A poll that waits for an event. */
export interface ParkedPoll {
  readonly asker: Asker;
  /**
   * Position up to which its client has everything: perhaps beyond what this process has seen of the stream, when
   * another served the queue before.
   */
  readonly since: Position;
  readonly ignored: readonly string[] | null;
  /** Millisecond of the heartbeat. */
  readonly heartbeatAt: number;
}

/**
 * Memory of a queue beside the texts of its descriptor: objects, their entries in maps, a waiting poll. Measured
 * (`abandoned-queues.test.ts`), and rounded up.
 */
const ownBytes = 3072;

/** One event queue: decides which events of an entry its client gets, and how they look. Holds no events. */
export class Queue {
  descriptor: Descriptor;
  parked: ParkedPoll | undefined;
  polledAt: number;
  /** True if `Heartbeats` will look at it. */
  isNoted = false;
  /** Largest id the client has acknowledged here. */
  acknowledged = -1;
  /**
   * Memory that it takes, about: its descriptor's texts twice, as they are and compiled. Entries of the stream are
   * counted by `Rings`.
   */
  readonly bytes: number;
  readonly #snapshots: ReadonlyMap<string, Snapshot>;
  readonly #matchesNarrow: ReturnType<typeof compileNarrow> | null;

  constructor(descriptor: Descriptor) {
    this.descriptor = descriptor;
    this.polledAt = descriptor.polledAt;
    this.bytes = ownBytes + 2 * JSON.stringify(descriptor).length;
    this.#snapshots = new Map(
      Object.entries(descriptor.snapshots).map(([service, text]) => [service, parseSnapshot(text)]),
    );
    this.#matchesNarrow = descriptor.narrow.length === 0 ? null : compileNarrow(descriptor.narrow);
  }

  position(lastEventId: number): Position {
    return positionOf(this.descriptor.startSequence, lastEventId);
  }

  /** Adds the client events of an entry that come after `since`, in order, to those of the same answer before them. */
  take(entry: Entry, since: Position, into: QueueEvent[]): void {
    if (entry.sequence < since.sequence || !this.#isAfterStart(entry)) return;
    const first = entry.sequence === since.sequence ? since.slot + 1 : 0;
    for (const event of entry.events) {
      const fields = this.#ownFields(event);
      if (fields === null) continue;
      const isStranger = event.domain.strangers?.ids.includes(this.descriptor.userId) === true;
      let slot = event.slot - 1;
      for (const text of renderEvent(event, this.descriptor, isStranger)) {
        slot += 1;
        if (slot < first) continue;
        const one = { text, fields, id: this.#idOf({ sequence: entry.sequence, slot }) };
        const merged = mergeFlags(into.at(-1), one);
        if (merged === null) into.push(one);
        else into[into.length - 1] = merged;
      }
    }
  }

  /** Returns the events of these entries that the client waits for; none when it does not wait. */
  eventsOf(entries: readonly Entry[]): readonly QueueEvent[] {
    return this.parked ? this.eventsAfter(this.parked.since, entries) : [];
  }

  /** Returns the events of these entries that the client has not got yet. */
  eventsAfter(since: Position, entries: readonly Entry[]): readonly QueueEvent[] {
    const events: QueueEvent[] = [];
    for (const entry of entries) this.take(entry, since, events);
    return events;
  }

  /** Tells whether its user lost access with this entry, after the queue began. */
  endsWith(entry: Entry): boolean {
    return accessLoss(entry)?.(this.descriptor) === true && this.#isAfterStart(entry);
  }

  heartbeat(head: number): QueueEvent {
    const { startSequence } = this.descriptor;
    const id = heartbeatId(startSequence, Math.max(head, startSequence), this.acknowledged);
    return { text: '{"type":"heartbeat"', fields: idField, id };
  }

  /** Tells whether the entry came after the initial data, which otherwise has it already. */
  #isAfterStart(entry: Entry): boolean {
    if (entry.sequence <= this.descriptor.startSequence) return false;
    const snapshot = this.#snapshots.get(entry.service);
    return !snapshot || !snapshotSees(snapshot, entry.xid, entry.term ?? snapshot.term);
  }

  #idOf(position: Position): number {
    return eventId(this.descriptor.startSequence, position);
  }

  /** Writes the fields that belong to this queue alone, up to the id's value; null when the event is not for it. */
  #ownFields({ domain, isFor }: EntryEvent): string | null {
    const { descriptor } = this;
    const { type } = domain.event;
    if (descriptor.eventTypes?.includes(type) === false) return null;
    if (descriptor.hidesBots === true && type === "realm_bot") return null;
    const received = isFor(descriptor.userId);
    if (!received && !(domain.publicChannel === true && descriptor.allPublicStreams)) return null;
    if (type !== "message" && type !== "update_message") return idField;
    const flags = flagsFor(descriptor.userId, domain, received);
    if (type === "update_message") return flagsField(flags);
    if (this.#matchesNarrow && !this.#matchesNarrow(domain.event["message"] as WideMessage, flags))
      return null;
    if (domain.origin?.queueId !== descriptor.id) return flagsField(flags);
    return localEcho(domain.origin.localId) + flagsField(flags);
  }
}
