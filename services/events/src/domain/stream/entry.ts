import { type Audience, audienceTest, type Bundle, type DomainEvent } from "@team-chat/contract";

/** One event of an entry with what is computed for it once, whoever receives it. */
export interface EntryEvent {
  readonly domain: DomainEvent;
  /** Slot of its first client event within the bundle. */
  readonly slot: number;
  readonly isFor: (userId: number) => boolean;
  /** Texts of the client events by rendering variant, without their closing `}`. */
  readonly rendered: Map<string, readonly string[]>;
}

/** One bundle of the stream, parsed once. */
export interface Entry {
  readonly sequence: number;
  readonly service: string;
  readonly xid: bigint;
  /** Null in bundles of earlier releases. */
  readonly term: number | null;
  readonly events: readonly EntryEvent[];
  /** Length of the message in the stream, for bounding memory. */
  readonly bytes: number;
}

/** Returns the users that the audience lists; null when it is given in another form. */
export function listedUsers(audience: Audience): readonly number[] | null {
  return audience.to === "users" ? audience.ids : null;
}

/** Prepares a bundle for all queues; `bytes` is its length in the stream. */
export function entryOf(bundle: Bundle, sequence: number, bytes: number): Entry {
  let slot = 0;
  const events = bundle.events.map((domain) => {
    const first = slot;
    slot += domain.slots ?? 1;
    return {
      domain,
      slot: first,
      isFor: audienceTest(domain.audience),
      rendered: new Map<string, readonly string[]>(),
    };
  });
  const { service, term = null, xid } = bundle;
  return { sequence, service, xid: BigInt(xid), term, events, bytes };
}
