import { findFrame, withFrame } from "../frame/service-worker.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** What the client is made of; the build writes it in front of this script. */
declare const shell: {
  /** Address of the page's script, by which its tabs name their lock (`live/join-tabs.ts`). */
  readonly build: string;
  /** Changes with any of the files. */
  readonly version: string;
  readonly files: readonly string[];
};

const page = "/";
const prefix = "shell:";
const name = `${prefix}${shell.build}@${shell.version}`;

/** Names the build of this worker, as its pages do. */
export const { build } = shell;

/**
 * Keeps the page and all its files. Nothing else ever is kept: the page is the same for everybody, and all that is
 * somebody's comes from the API, of which the worker answers nothing.
 */
export async function keepShell(): Promise<void> {
  if ((await keptPage()) === undefined) await fetchShell();
  await dropOld();
}

/** Answers with the page that is kept, which is there at once, and its first frame, else with the server's. */
export async function answerPage(request: Request): Promise<Response> {
  const [kept, frame] = await Promise.all([keptPage(), findFrame(request.url, build)]);
  if (kept !== undefined) return frame === null ? kept : withFrame(kept, frame);
  try {
    return await fetch(request);
  } catch (error) {
    // That of an older build has all its files beside it.
    const older = await caches.match(page, { ignoreVary: true });
    if (older === undefined) throw error;
    return older;
  }
}

/** Answers with a file of this build, or of one of which a tab is still open: the server may have it no more. */
export async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Finds the page, which is kept last, so that its files are there too. */
async function keptPage(): Promise<Response | undefined> {
  if (!(await caches.has(name))) return undefined;
  return (await caches.open(name)).match(page, { ignoreVary: true });
}

/** Fetches nothing without a session, or while the server is about to have another build. */
async function fetchShell(): Promise<void> {
  const answer = await fetch(page, { cache: "no-cache" });
  if (!answer.ok || answer.redirected) return;
  if (!(await answer.clone().text()).includes(`"${shell.build}"`)) return;
  const cache = await caches.open(name);
  await cache.addAll(shell.files);
  await cache.put(page, answer);
}

/** Forgets builds of which no tab is open: each tab holds the lock of its build, or waits for it. */
async function dropOld(): Promise<void> {
  if ((await keptPage()) === undefined) return;
  const { held = [], pending = [] } = await self.navigator.locks.query();
  const open = new Set([...held, ...pending].map((lock) => lock.name));
  for (const one of await caches.keys()) {
    const [built] = one.slice(prefix.length).split("@");
    const isOld = one.startsWith(prefix) && one !== name && !open.has(`queue:${String(built)}`);
    if (isOld) await caches.delete(one);
  }
}
