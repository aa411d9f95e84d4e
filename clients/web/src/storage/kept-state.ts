import type { KeptData } from "../api/initial-data.ts";
import { build } from "../build.ts";
import type { Frame } from "../frame/frame.ts";
import type { State } from "../state/state.ts";
import { recallTimes, timesToKeep } from "../texts/texts.ts";
import { firstSession } from "./session.ts";

const databaseName = "team-chat";
const storeName = "state";
const key = "last";
const directoryKey = "last directory";
const dataKey = "initial data";
const frameKey = "last frame";
const patienceMs = 500;
/** Longer, as all initial data of a large organization take longer from the server. */
const dataPatienceMs = 3000;

/** Parts of a state that are large in a large organization, and change seldom. */
type Directory = Pick<State, "channels" | "groups" | "people" | "statuses">;

/** What another build has kept may lack something; each half says, as tabs of two builds may be open at a time. */
interface OfBuild {
  readonly build: string;
}

/** Whose everything is that is kept: nobody else is shown any of it. */
interface OfSession {
  readonly session: string;
}

/** What is kept of a first frame, which the service worker reads (`frame/service-worker.ts`). */
export interface KeptFrame extends OfBuild, OfSession {
  /** Null where the visit begins with something else. */
  readonly frame: Frame | null;
}

interface Kept extends OfBuild {
  readonly state: Omit<State, keyof Directory>;
  readonly times: ReadonlyMap<string, string>;
}

interface KeptDirectory extends OfBuild {
  readonly directory: Directory;
}

/**
 * Returns what was on the screen at the end of the last visit in this session, to be shown until the server has
 * answered; null where nothing was kept, or cannot be.
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

/** Keeps a state and its first frame for the next visit; none without a session that says whose it is. */
export async function putKept(
  { channels, groups, people, statuses, ...state }: State,
  frame: Frame | null,
): Promise<void> {
  if (firstSession() === "") return;
  const directory = { channels, groups, people, statuses };
  const kept: Kept = { build, state, times: timesToKeep() };
  const isKnown = isSame(directory, keptDirectory);
  keptDirectory = directory;
  const large: Entry = [directoryKey, { build, directory }];
  const first: Entry = [frameKey, { build, frame }];
  const isPut = await put([[key, kept], first, ...(isKnown ? [] : [large])]);
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

/** Reads what this session has left; whatever another one has is deleted. */
async function read<T>(under: string): Promise<T | undefined> {
  const session = firstSession();
  const found = await inStore(
    "readonly",
    (store) => store.get(under) as IDBRequest<(T & OfSession) | undefined>,
  );
  if (found === undefined || found.session === session) return found;
  await clear();
  return undefined;
}

function clear(): Promise<undefined> {
  return inStore("readwrite", (store) => store.clear());
}

type Entry = readonly [
  under: string,
  value: Kept | KeptData | KeptDirectory | Omit<KeptFrame, "session">,
];

/** Writes all of some values, or none; returns whether it could. */
async function put(entries: readonly [Entry, ...Entry[]]): Promise<boolean> {
  if (isForgotten) return false;
  const session = firstSession();
  try {
    await inStore("readwrite", (store) => {
      const [first, ...rest] = entries;
      const putOne = ([under, value]: Entry) => store.put({ ...value, session }, under);
      for (const one of rest) putOne(one);
      return putOne(first);
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
    await clear();
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
