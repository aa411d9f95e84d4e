import type { PlaceIds } from "./place-ids.ts";

/** Message ids of the most recently used recipients; never more ids together than `maxIds`. */
export class PlaceCache {
  readonly #maxIds: number;
  readonly #places = new Map<number, PlaceIds>();
  #ids = 0;

  constructor(maxIds: number) {
    this.#maxIds = maxIds;
  }

  /** Recipient ids are unique over all realms. */
  find(recipientId: number): PlaceIds | undefined {
    const found = this.#places.get(recipientId);
    if (found) {
      this.#places.delete(recipientId);
      this.#places.set(recipientId, found);
    }
    return found;
  }

  /** Remembers a place unless something newer is known of it. */
  keep(recipientId: number, place: PlaceIds): void {
    const before = this.#places.get(recipientId);
    if (before && before.revision > place.revision) return;
    this.#forget(recipientId);
    this.#places.set(recipientId, place);
    this.#ids += place.size;
    this.#shrink();
  }

  /** Notes that a remembered recipient has grown. */
  grew(count: number): void {
    this.#ids += count;
    this.#shrink();
  }

  #forget(recipientId: number): void {
    const known = this.#places.get(recipientId);
    if (!known) return;
    this.#ids -= known.size;
    this.#places.delete(recipientId);
  }

  #shrink(): void {
    for (const recipientId of this.#places.keys()) {
      if (this.#ids <= this.#maxIds) return;
      this.#forget(recipientId);
    }
  }
}
