import type { KeptData } from "../api/initial-data.ts";
import { build } from "../build.ts";
import type { State } from "../state/state.ts";

const databaseName = "team-chat";
const storeName = "state";
const key = "last";
const dataKey = "initial data";
const patienceMs = 500;
/** Longer, as all initial data of a large organization take longer from the server. */
const dataPatienceMs = 3000;

interface Kept {
  /** A state that another build has kept may lack something. */
  readonly build: string;
  readonly state: State;
}

/**
 * Returns what was on the screen at the end of the last visit, to be shown until the server has answered; null where
 * nothing was kept, or cannot be.
 */
export async function loadKept(): Promise<State | null> {
  try {
    const reading = inStore("readonly", (store) => store.get(key) as IDBRequest<Kept | undefined>);
    const kept = await Promise.race([reading, noneAfter(patienceMs)]);
    return kept?.build === build ? kept.state : null;
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
    const reading = inStore(
      "readonly",
      (store) => store.get(dataKey) as IDBRequest<KeptData | undefined>,
    );
    return (await Promise.race([reading, noneAfter(dataPatienceMs)])) ?? null;
  } catch {
    // All of it comes from the server.
    return null;
  }
}

/** Keeps initial data for the next visit. */
export async function putKeptData(data: KeptData): Promise<void> {
  await put(data, dataKey);
}

/** True once nothing is to be left: the page that is about to go would keep its state again. */
let isForgotten = false;

/** Keeps a state for the next visit. */
export async function putKept(state: State): Promise<void> {
  await put({ build, state } satisfies Kept, key);
}

async function put(value: Kept | KeptData, under: string): Promise<void> {
  if (isForgotten) return;
  try {
    await inStore("readwrite", (store) => store.put(value, under));
  } catch {
    // It is full, or forbidden: the next visit begins with what the server tells.
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
