import type { Account } from "../queries/accounts.ts";
import type { RealmRow } from "../queries/realms.ts";

/** An organization and everybody in it as of one version; what did not change is the same object in the next one. */
export interface RealmView {
  readonly version: number;
  readonly realm: RealmRow;
  readonly accounts: ReadonlyMap<number, Account>;
  /** The same, by id. */
  readonly sorted: readonly Account[];
}

interface Delta {
  readonly version: number;
  readonly realm: RealmRow;
  readonly changed: readonly Account[];
}

/** The view with what changed since put in. */
export function advanced(before: RealmView | undefined, delta: Delta): RealmView {
  const { version, realm, changed } = delta;
  if (before !== undefined && changed.length === 0) return { ...before, version, realm };
  const accounts = new Map(before?.accounts);
  for (const account of changed) accounts.set(account.userId, account);
  const sorted = [...accounts.values()].toSorted((a, b) => a.userId - b.userId);
  return { version, realm, accounts, sorted };
}
