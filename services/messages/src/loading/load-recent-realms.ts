import { setTimeout as delay } from "node:timers/promises";

import { listRecentRealms } from "@team-chat/outbox";
import type { Database } from "@team-chat/pg";

import type { RealmSources } from "./load-realm.ts";

/** Organizations that are loaded. */
const most = 8;
/** Longest time for which a start waits for them, in ms. */
const patienceMs = 500;

/**
 * Loads the organizations that were written in last. A process that starts may take them over at once, and their
 * senders would wait until they are loaded, by code that runs for the first time. Whatever does not come in time, or
 * cannot be loaded, the first request loads.
 */
export async function loadRecentRealms({
  channels,
  db,
  users,
}: Omit<RealmSources, "hot"> & { readonly db: Database }): Promise<void> {
  const load = async () => {
    const realmIds = await listRecentRealms(db, most);
    await Promise.all(
      realmIds.flatMap((realmId) => [users.atLeast(realmId, 0), channels.atLeast(realmId, 0)]),
    );
  };
  await Promise.race([load().catch(() => undefined), delay(patienceMs, undefined, { ref: false })]);
}
