import type { KeyScope } from "@team-chat/contract";

import type { Rule } from "../limits/rules.ts";

/** Describes the user that a key belongs to, as far as admission needs it. */
export interface Account {
  readonly userId: number;
  readonly role: number;
  readonly isBot: boolean;
  readonly isIncomingWebhook: boolean;
  /** Milliseconds after which it is to be asked for again; left out for no such time. */
  readonly validForMs?: number | undefined;
  /** The session that the request was made with; absent for a key. */
  readonly sessionId?: number;
  /** The API key, with what it may be used for; absent for a session, and for the key that every account has. */
  readonly key?: AccountKey;
  /** Limits that replace the default ones; null when those hold. */
  readonly rules: readonly Rule[] | null;
}

/** API key beside the one that every account has. */
export interface AccountKey {
  readonly id: number;
  readonly scopes: readonly KeyScope[];
  /** Channels that it sends to and nothing else; absent where it is not limited to any. */
  readonly channelIds?: readonly number[] | undefined;
}
