import { lockedTransaction } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../context.ts";
import { bumpVersion } from "../queries/organization/versions.ts";
import type { Change } from "./change.ts";

interface Site {
  readonly id: number;
  readonly subdomain: string;
}

/** A transaction that has the realm's lock but has not changed anything yet. */
export interface Prospect {
  readonly tx: Transaction;
  /**
   * Hands the versions out; called once, when it is certain that something changes. `auth` and `reset` as for
   * `bumpVersion`.
   */
  readonly begin: (what: { readonly auth?: boolean; readonly reset?: boolean }) => Promise<Change>;
}

/**
 * Runs a transaction in which nothing else changes the realm, so that what `work` reads stays true while it decides.
 * @throws SERVICE_UNAVAILABLE when another process keeps the realm's lease
 */
export function changeRealm<T>(
  ctx: Context,
  realm: Site,
  work: (prospect: Prospect) => Promise<T>,
): Promise<T> {
  const hostname = ctx.sites.hostnameOf(realm.subdomain);
  return lockedTransaction(ctx.outbox, realm.id, (tx, emit) =>
    work({
      tx,
      begin: async (what) => {
        await ctx.noteAction?.(tx, realm.id);
        const versions = await bumpVersion(tx, realm.id, what);
        const visibilities = await ctx.realms.visibilities(tx, realm.id, versions);
        const { plans } = ctx;
        const at = { realmId: realm.id, hostname, nowMs: ctx.now() };
        return { ...at, tx, emit, plans, versions, visibilities };
      },
    }),
  );
}
