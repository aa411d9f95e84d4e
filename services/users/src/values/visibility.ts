import type { IdSet } from "./id-set.ts";

/** Users whom a guest was told to see. */
export interface GuestVisibility {
  readonly guestId: number;
  /** Otherwise the guest was told of everybody, and the sets are empty. */
  readonly limited: boolean;
  /** Humans other than the guest. */
  readonly seen: IdSet;
  /** Those with whom the guest has a direct conversation. */
  readonly acquainted: IdSet;
}

/** Users whom guests were told to see, by guest. */
export type GuestVisibilities = ReadonlyMap<number, GuestVisibility>;
