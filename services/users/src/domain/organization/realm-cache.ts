import { AppError } from "@team-chat/errors";
import { type Connection, type Database, type HotPool, inSnapshot } from "@team-chat/pg";
import { RecentlyUsed, runInBackground } from "@team-chat/work";

import { listAccountsSince } from "../../queries/accounts/accounts.ts";
import { findUsersVersion } from "../../queries/authentication/auth-state.ts";
import { listGroupsSince } from "../../queries/groups/groups.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { loadVisibilityVersions, type Versions } from "../../queries/organization/versions.ts";
import { listVisibilitiesSince } from "../../queries/visibility/visibility.ts";
import type { GuestVisibilities } from "../../values/visibility.ts";
import { advanced, type RealmView } from "./realm-view.ts";

const maxBytes = 512 * 1024 * 1024;

/**
 * Organizations with their accounts and groups, kept in memory and proven current before each use
 * (docs/subsystems/users.md). Every row is stamped with the version of its last change, so a view is brought up to date
 * by reading what is newer than it.
 */
export class RealmCache {
  readonly #db: Database;
  readonly #hot: HotPool;
  readonly #views = new RecentlyUsed<RealmView>({ maxBytes });
  readonly #underWay = new Map<number, Promise<void>>();

  constructor(db: Database, hot: HotPool) {
    this.#db = db;
    this.#hot = hot;
  }

  /** Number of organizations in memory. */
  get size(): number {
    return this.#views.size;
  }

  /** Memory that they take, roughly. */
  get bytes(): number {
    return this.#views.bytes;
  }

  /** Returns the view, at least as new as everything that was committed before the call. @throws NOT_FOUND */
  async current(realmId: number): Promise<RealmView> {
    const version = await findUsersVersion(this.#hot, realmId);
    if (version === null) throw new AppError("NOT_FOUND", "There is no such organization.");
    for (;;) {
      const view = this.#views.get(realmId);
      if (view !== undefined && view.version >= version) return view;
      // One that was under way may have begun before that version was committed: then another follows.
      await (this.#underWay.get(realmId) ?? this.#refresh(realmId));
    }
  }

  /** Returns the view that was current at the last look, if it is still remembered. */
  lastKnown(realmId: number): RealmView | undefined {
    return this.#views.get(realmId);
  }

  /** Exactly what the transaction sees, which must be a snapshot. */
  async at(tx: Connection, realmId: number): Promise<RealmView> {
    const versions = await loadVisibilityVersions(tx, realmId);
    const { version } = versions;
    const known = this.#views.get(realmId);
    if (known?.version === version) return known;
    const before = known !== undefined && known.version < version ? known : undefined;
    const view = await readView(tx, { realmId, versions, before });
    this.#keep(realmId, view);
    return view;
  }

  /**
   * Loads the visibility that guests were last told, for a transaction that keeps it from changing; `visibilityVersion`
   * is of its last change.
   */
  async visibilities(
    tx: Connection,
    realmId: number,
    { visibilityVersion }: Pick<Versions, "visibilityVersion">,
  ): Promise<GuestVisibilities> {
    if (visibilityVersion === 0) return new Map();
    const view = this.#views.get(realmId);
    if (view !== undefined && view.version >= visibilityVersion) return view.visibilities;
    const visibilities = await listVisibilitiesSince(tx, realmId, 0);
    return new Map(visibilities.map((visibility) => [visibility.guestId, visibility]));
  }

  #refresh(realmId: number): Promise<void> {
    // All who wait for it share it.
    const work = runInBackground(() => inSnapshot(this.#db, (tx) => this.at(tx, realmId))).then(
      () => undefined,
    );
    const done = work.finally(() => this.#underWay.delete(realmId));
    this.#underWay.set(realmId, done);
    return done;
  }

  #keep(realmId: number, view: RealmView): void {
    const present = this.#views.get(realmId);
    if (present !== undefined && present.version > view.version) return;
    this.#views.set(realmId, view, bytesOf(view));
  }
}

/** Returns the memory that a view takes, roughly. */
function bytesOf({ groups, sorted, visibilities }: RealmView): number {
  return 10_000 + 3000 * sorted.length + 500 * groups.length + 1000 * visibilities.size;
}

interface Wanted {
  readonly realmId: number;
  readonly versions: Pick<Versions, "version" | "visibilityVersion">;
  readonly before: RealmView | undefined;
}

async function readView(tx: Connection, { realmId, versions, before }: Wanted): Promise<RealmView> {
  const { version, visibilityVersion } = versions;
  const since = before?.version ?? 0;
  const realm = await loadRealm(tx, realmId);
  const changed = await listAccountsSince(tx, realmId, since);
  const changedGroups = await listGroupsSince(tx, realmId, since);
  const changedVisibilities =
    visibilityVersion > since ? await listVisibilitiesSince(tx, realmId, since) : [];
  return advanced(before, { version, realm, changed, changedGroups, changedVisibilities });
}
