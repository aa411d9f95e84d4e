import type { DirectorySync } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { holdName } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { DirectoryFailure } from "../../domain/directory/directory-failure.ts";
import type { DirectorySession } from "../../domain/directory/directory-session.ts";
import { type DirectoryPerson, settledStamp } from "../../domain/directory/person.ts";
import { suspicionOf } from "../../policies/authentication/missing-people.ts";
import {
  type DirectoryAccount,
  findDirectory,
  listDirectoryAccounts,
  updateSync,
  updateSyncedAt,
} from "../../queries/authentication/directories.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import type { OpenDirectory } from "../../values/directory-settings.ts";
import { preparePicture } from "../authentication/apply-person.ts";
import { openDirectory } from "../authentication/open-directory.ts";
import { type Pairing, syncAccount } from "./sync-account.ts";

const longestMs = 30 * 60 * 1000;
/** Changes of a synchronisation that are named. */
const maxNamed = 500;

interface Asked {
  readonly isDryRun: boolean;
  /** True if people are deactivated also when they are suspiciously many. */
  readonly force: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Makes the accounts of an organization agree with its directory (docs/behaviour/single-sign-on.md#synchronisation).
 * Only one process does so at a time.
 * @throws BAD_REQUEST when it has no directory that is searched; SERVICE_UNAVAILABLE when another one is at it
 */
export async function syncDirectory(
  ctx: Context,
  realmId: number,
  asked: Asked,
): Promise<DirectorySync> {
  const sync = await holdName(ctx.db, `directory ${realmId}`, () => syncHeld(ctx, realmId, asked));
  if (sync !== null) return sync;
  throw new AppError("SERVICE_UNAVAILABLE", "Another process synchronises this directory now.");
}

async function syncHeld(given: Context, realmId: number, asked: Asked): Promise<DirectorySync> {
  // It changes the organization many times, which is one action of an operator.
  const ctx: Context = { ...given, noteAction: null };
  const row = await findDirectory(ctx.db, realmId);
  if (row === null || row.sealedPassword === null)
    throw new AppError("BAD_REQUEST", "The organization has no directory with a bindDn.");
  const now = new Date(ctx.now());
  if (!asked.isDryRun)
    await ctx.db.transaction(async (tx) => {
      await given.noteAction?.(tx, realmId);
      await updateSyncedAt(tx, realmId, now);
    });
  const progress = emptyProgress(now);
  try {
    const directory = await openDirectory(ctx, row);
    const realm = await loadRealm(ctx.db, realmId);
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(longestMs)]);
    await ctx.signIns.directories.search(directory, signal, (session) =>
      syncAll(ctx, { ...asked, realm, directory, session, signal }, progress),
    );
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error;
    progress.outcome = "failed";
    progress.problem = error.message;
  }
  await report(ctx, realmId, { isDryRun: asked.isDryRun, sync: progress });
  return progress;
}

/** Result of a synchronisation so far. */
type Progress = { -readonly [Name in keyof DirectorySync]: DirectorySync[Name] };

function emptyProgress(now: Date): Progress {
  return {
    at: Math.floor(now.getTime() / 1000),
    outcome: "done",
    problem: "",
    people: 0,
    accounts: 0,
    updated: 0,
    deactivated: 0,
    reactivated: 0,
    changes: [],
  };
}

interface Syncing extends Asked {
  readonly realm: RealmRow;
  readonly directory: OpenDirectory;
  readonly session: DirectorySession;
}

async function syncAll(ctx: Context, syncing: Syncing, progress: Progress): Promise<void> {
  const { directory, isDryRun, realm, session, signal } = syncing;
  const people = await session.listPeople();
  const accounts = await listDirectoryAccounts(ctx.db, realm.id);
  const pairs = paired(accounts, people);
  const active = pairs.filter(({ account }) => account.isActive);
  const missing = active.filter(({ person }) => person === null);
  progress.people = people.length;
  progress.accounts = active.length;
  const counts = { people: people.length, accounts: active.length, missing: missing.length };
  const suspicion = syncing.force ? null : suspicionOf(counts);
  if (suspicion !== null) {
    progress.outcome = "refused";
    progress.problem = suspicion;
    return;
  }
  for (const pair of pairs) {
    if (signal.aborted) throw new DirectoryFailure("The synchronisation was ended");
    const pairing = await completed(ctx, syncing, pair);
    if (pairing === null) continue;
    const { email, outcome } = await syncAccount(ctx, { realm, directory, isDryRun }, pairing);
    if (outcome === "same") continue;
    progress[outcome] += 1;
    if (progress.changes.length < maxNamed)
      progress.changes = [...progress.changes, { email, change: outcome }];
  }
}

type Pair = Omit<Pairing, "picture">;

/** Pairs each account with its person; of several people that it has had, with the one that the directory still has. */
function paired(
  accounts: readonly DirectoryAccount[],
  people: readonly DirectoryPerson[],
): readonly Pair[] {
  const bySubject = new Map(people.map((person) => [person.subject, person]));
  const byUser = new Map<number, Pair>();
  for (const account of accounts) {
    const person = bySubject.get(account.subject) ?? null;
    const before = byUser.get(account.userId);
    if (before === undefined || before.person === null)
      byUser.set(account.userId, { account, person });
  }
  return [...byUser.values()];
}

/** Looks for what else matters of an account; null when there is nothing to do about it. */
async function completed(
  ctx: Context,
  { directory, session }: Syncing,
  { account, person: listed }: Pair,
): Promise<Pairing | null> {
  // Whoever was deactivated here stays so.
  if (!account.isActive && (account.goneAt === null || listed === null)) return null;
  // A page may lack somebody; whoever is to be deactivated is asked for once more.
  const person = listed ?? (await session.findBySubject(account.subject));
  if (person === null) return { account, person, picture: null };
  const stamp = settledStamp(person, ctx.now());
  const isLooked =
    directory.attributes.avatar !== null && (stamp === null || stamp !== account.pictureStamp);
  const picture = isLooked
    ? await preparePicture(ctx, account, { bytes: await session.loadPicture(person.dn), stamp })
    : null;
  const isSame =
    account.isActive &&
    picture === null &&
    person.fullName === account.fullName &&
    Object.keys(directory.mapping).length === 0;
  return isSame ? null : { account, person, picture };
}

interface Reported {
  readonly isDryRun: boolean;
  readonly sync: DirectorySync;
}

/** Keeps and logs what was done, in counts only. */
async function report(ctx: Context, realmId: number, { isDryRun, sync }: Reported): Promise<void> {
  if (isDryRun) return;
  await updateSync(ctx.db, realmId, sync);
  ctx.signIns.directories.syncs.count(sync.outcome);
  const { changes: _, ...counts } = sync;
  if (sync.outcome === "done")
    ctx.log.info({ realm: realmId, ...counts }, "a directory was synchronised");
  else ctx.log.warn({ realm: realmId, ...counts }, "a directory was not synchronised");
}
