import type { KeptData } from "../api/initial-data.ts";
import { build } from "../build.ts";
import type { State } from "../state/state.ts";
import { recallTimes, timesToKeep } from "../texts/texts.ts";

const databaseName = "team-chat";
const storeName = "state";
const key = "last";
const directoryKey = "last directory";
const dataKey = "initial data";
const patienceMs = 500;
/** Longer, as all initial data of a large organization take longer from the server. */
const dataPatienceMs = 3000;

/** Parts of a state that are large in a large organization, and change seldom. */
type Directory = Pick<State, "channels" | "groups" | "people" | "statuses">;

/** What another build has kept may lack something; each half says, as tabs of two builds may be open at a time. */
interface OfBuild {
  readonly build: string;
}

interface Kept extends OfBuild {
  readonly state: Omit<State, keyof Directory>;
  readonly times: ReadonlyMap<string, string>;
}

interface KeptDirectory extends OfBuild {
  readonly directory: Directory;
}

/**
 * Returns what was on the screen at the end of the last visit, to be shown until the server has answered; null where
 * nothing was kept, or cannot be.
 */
export async function loadKept(): Promise<State | null> {
  try {
    const reading = Promise.all([read<Kept>(key), read<KeptDirectory>(directoryKey)]);
    const [kept, large] = (await Promise.race([reading, noneAfter(patienceMs)])) ?? [];
    if (kept?.build !== build || large?.build !== build) return null;
    recallTimes(kept.times);
    return { ...kept.state, ...large.directory };
  } catch {
    // A browser that keeps nothing has what the server tells.
    return null;
  }
}

/** Ends the wait for a database that does not open: the server has answered by then. */
function noneAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Returns the initial data that the last visit has left; null where nothing was kept, or cannot be. */
export async function loadKeptData(): Promise<KeptData | null> {
  try {
    return (await Promise.race([read<KeptData>(dataKey), noneAfter(dataPatienceMs)])) ?? null;
  } catch {
    // All of it comes from the server.
    return null;
  }
}

/** Keeps initial data for the next visit. */
export async function putKeptData(data: KeptData): Promise<void> {
  await put([[dataKey, data]]);
}

/** True once nothing is to be left: the page that is about to go would keep its state again. */
let isForgotten = false;

/** What was kept last; it is written again only when something of it has changed. */
let keptDirectory: Directory | undefined;

/** Keeps a state for the next visit. */
export async function putKept({
  channels,
  groups,
  people,
  statuses,
  ...state
}: State): Promise<void> {
  const directory = { channels, groups, people, statuses };
  const kept: Kept = { build, state, times: timesToKeep() };
  const isKnown = isSame(directory, keptDirectory);
  keptDirectory = directory;
  const large: Entry = [directoryKey, { build, directory }];
  const isPut = await put([[key, kept], ...(isKnown ? [] : [large])]);
  if (!isPut) keptDirectory = undefined;
}

function isSame(one: Directory, other: Directory | undefined): boolean {
  return (
    one.people === other?.people &&
    one.channels === other.channels &&
    one.groups === other.groups &&
    one.statuses === other.statuses
  );
}

function read<T>(under: string): Promise<T | undefined> {
  return inStore("readonly", (store) => store.get(under) as IDBRequest<T | undefined>);
}

type Entry = readonly [under: string, value: Kept | KeptData | KeptDirectory];

/** Writes all of some values, or none; returns whether it could. */
async function put(entries: readonly [Entry, ...Entry[]]): Promise<boolean> {
  if (isForgotten) return false;
  try {
    await inStore("readwrite", (store) => {
      for (const [under, one] of entries.slice(1)) store.put(one, under);
      return store.put(entries[0][1], entries[0][0]);
    });
    return true;
  } catch {
    // It is full, or forbidden: the next visit begins with what the server tells.
    return false;
  }
}

/** Forgets everything that was kept, and keeps nothing more: for whoever is no longer logged in. */
export async function forgetKept(): Promise<void> {
  isForgotten = true;
  try {
    await inStore("readwrite", (store) => store.clear());
  } catch {
    // Where nothing can be kept nothing was.
  }
}

/** Stays open, so that what is kept when the page is left is on its way before it is gone. */
let opened: IDBDatabase | undefined;

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = opened ?? (await open());
  return answerOf(work(database.transaction(storeName, mode).objectStore(storeName)));
}

async function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(databaseName, 1);
  asked.addEventListener("upgradeneeded", () => {
    asked.result.createObjectStore(storeName);
  });
  const database = await answerOf(asked);
  database.addEventListener("close", () => {
    opened = undefined;
  });
  opened = database;
  return database;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, reject, resolve } = Promise.withResolvers<T>();
  request.addEventListener("success", () => {
    resolve(request.result);
  });
  request.addEventListener("error", () => {
    reject(request.error ?? new Error("The browser's database has failed."));
  });
  return promise;
}
