import { rankNodes } from "../client/rendezvous.ts";
import { slotsPerPartition } from "./queue-slot.ts";

/** A process that owns slots. */
interface SlotOwner {
  readonly id: string;
  /** True if it knows that no process owns more than its part; processes of the release before do not say so. */
  readonly sharesEvenly?: boolean | undefined;
}

/**
 * Says which of several processes owns each slot: the first in the slot's ranking (`rankNodes`) that does not own its
 * part of the partition's slots yet. By rank alone one of two had up to 57 % of them. Who does not know of this part
 * goes by rank alone, so that all do as long as there is a process of the release before.
 */
export class SlotOwners<Owner extends SlotOwner> {
  readonly #byId: ReadonlyMap<string, Owner>;
  /** Most slots of a partition that one of them owns. */
  readonly #most: number;
  /** Owners by the slot's key, of partitions that were asked about. */
  readonly #owners = new Map<string, Owner>();

  constructor(owners: readonly Owner[]) {
    this.#byId = new Map(owners.map((owner) => [owner.id, owner]));
    const areEven = owners.every(({ sharesEvenly }) => sharesEvenly === true);
    this.#most = areEven ? Math.ceil(slotsPerPartition / owners.length) : slotsPerPartition;
  }

  /** Returns the owner of the slot with this key (`slotKey`); undefined when there are no processes. */
  ownerOf(key: string): Owner | undefined {
    if (!this.#owners.has(key)) this.#share(key.slice(0, key.indexOf("-")));
    return this.#owners.get(key);
  }

  #share(partition: string): void {
    const counts = new Map<string, number>();
    const ids = [...this.#byId.keys()];
    for (let slot = 0; slot < slotsPerPartition; slot += 1) {
      const key = `${partition}-${slot}`;
      const id = rankNodes(key, ids).find((one) => (counts.get(one) ?? 0) < this.#most);
      const owner = id === undefined ? undefined : this.#byId.get(id);
      if (id === undefined || owner === undefined) return;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      this.#owners.set(key, owner);
    }
  }
}
