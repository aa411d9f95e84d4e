import type { ChannelRecord, NarrowTerm } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Fragment, sql } from "@team-chat/pg";

import type { RealmView } from "../../../domain/directories/realm-view.ts";
import type { Recipients } from "../../../domain/recipients.ts";
import type { Area, Flagged } from "../../../queries/messages/search-conditions.ts";

/** Data that operators look up. */
export interface NarrowRealm extends RealmView {
  readonly recipients: Recipients;
}

/** Condition of a filter, before it is negated. */
export interface Clause {
  /**
   * Over `m` (the message), `ur` (what its reader has received and read there) and `um` (the reader's flags), the
   * latter two perhaps null.
   */
  readonly where: Fragment;
  /** Kind of the messages that can match at all. */
  readonly only?: "channel" | "direct";
  /** Few messages match, and an index finds them. */
  readonly selective?: true;
  /** Its conditions are good for plans that do not know their values, and of one text. */
  readonly steady?: true;
  /** Only what the reader has not read can match, and all of that does. */
  readonly unread?: true;
  /** Area outside which no message can match. */
  readonly area?: Area;
  /** The reader's flags by which alone messages can match. */
  readonly flagged?: Flagged;
  /** The words it searches for, besides `where`. */
  readonly words?: Fragment;
  /** It looks at `um`. */
  readonly flags?: true;
  /** It speaks of the reader's own relation to messages, so that only personal history is searched. */
  readonly personal?: true;
  /** The one channel it names. */
  readonly channel?: ChannelRecord;
  /** It names all public channels. */
  readonly allPublic?: true;
  /** Clause of the negated filter, where that is more than the opposite. */
  readonly negative?: Clause;
}

/** One operator: the meaning of its operand. @throws BAD_NARROW */
export type Operator = (term: NarrowTerm, realm: NarrowRealm) => Clause | Promise<Clause>;

/** Refuses a narrow (docs/behaviour/narrows.md#terms). */
export function badNarrow(desc: string): AppError {
  return new AppError("BAD_NARROW", `Invalid narrow operator: ${desc}`, { details: { desc } });
}

/** Refuses filters that cannot be together. */
export function badCombination(desc: string): AppError {
  return new AppError("BAD_NARROW", `Invalid narrow operator combination: ${desc}`, {
    details: { desc },
  });
}

/** A filter that nothing passes. */
export const nothing: Fragment = sql.fragment`false`;
/** A filter that everything passes. */
export const everything: Fragment = sql.fragment`true`;
