import type { ChannelRecord, NarrowTerm } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { sql } from "@team-chat/pg";

import type { RealmWorld } from "../directories/realm-world.ts";
import type { Recipients } from "../recipients/recipients.ts";

export type Fragment = ReturnType<typeof sql.fragment>;

/** What operators look things up in. */
export interface NarrowWorld extends RealmWorld {
  readonly recipients: Recipients;
}

/** What a filter means, before it is negated. */
export interface Clause {
  /** Over `m` (the message), `ur` (what its reader has received and read there) and `um` (the reader's flags), the latter two perhaps null. */
  readonly where: Fragment;
  /** Which messages can match at all. */
  readonly only?: "channel" | "direct";
  /** Few messages match, and an index finds them. */
  readonly selective?: true;
  /** Only what the reader has not read can match. */
  readonly unread?: true;
  /** It looks at `um`. */
  readonly flags?: true;
  /** It speaks of the reader's own relation to messages, so that only personal history is searched. */
  readonly personal?: true;
  /** The one channel it names. */
  readonly channel?: ChannelRecord;
  /** It names all public channels. */
  readonly allPublic?: true;
}

/** One operator: the meaning of its operand. @throws BAD_NARROW, BAD_REQUEST for an operand of a wrong type */
export type Operator = (term: NarrowTerm, world: NarrowWorld) => Clause | Promise<Clause>;

/** The refusal of a narrow (reference/behaviour.md §1.4). */
export function badNarrow(desc: string): AppError {
  return new AppError("BAD_NARROW", `Invalid narrow operator: ${desc}`, { details: { desc } });
}

/** Where the term's operand may be a name or an id. @throws BAD_REQUEST */
export function nameOrId({ operand }: NarrowTerm): string | number {
  if (typeof operand === "string") return operand;
  if (typeof operand === "number" && Number.isInteger(operand)) return operand;
  throw wrongOperand("is not a string or integer");
}

/** @throws BAD_REQUEST */
export function textOperand({ operand }: NarrowTerm): string {
  if (typeof operand !== "string") throw wrongOperand("is not a string");
  return operand;
}

/** The refusal of an operand's type. */
export function wrongOperand(text: string): AppError {
  return new AppError("BAD_REQUEST", `Invalid narrow: Value error, operand ${text}`);
}

/** A filter that nothing passes. */
export const nothing: Fragment = sql.fragment`false`;
