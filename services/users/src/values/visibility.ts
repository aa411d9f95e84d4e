import type { IdSet } from "./id-set.ts";

/** Whom a guest was told of. */
export interface GuestVisibility {
  readonly guestId: number;
  /** Otherwise the guest was told of everybody, and the sets are empty. */
  readonly limited: boolean;
  /** Humans other than the guest. */
  readonly seen: IdSet;
  /** Those with whom the guest has a direct conversation. */
  readonly acquainted: IdSet;
}

/** Whom guests were told of, by guest. */
export type GuestVisibilities = ReadonlyMap<number, GuestVisibility>;
