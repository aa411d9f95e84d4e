import type { WorkerScope } from "../service-worker/scope.ts";
import type { KeptFrame } from "../storage/kept-state.ts";
import type { Frame } from "./frame.ts";

declare const self: WorkerScope;

/** Longer than a database takes to open that was open before: a visit does not wait for it. */
const patienceMs = 100;

/**
 * Finds the first frame of a visit to an address; null where another build or session has left it, and where the browser
 * does not tell workers which session there is.
 */
export async function findFrame(address: string, build: string): Promise<Frame | null> {
  try {
    const reading = Promise.race([read(), noneAfter(patienceMs)]);
    const [kept, session] = await Promise.all([reading, findSession()]);
    if (kept?.build !== build || kept.session !== session) return null;
    return kept.frame?.address === new URL(address).hash ? kept.frame : null;
  } catch {
    // The visit begins with the page alone.
    return null;
  }
}

/** Returns the page with a frame in it, which nobody can use or hear of before the client takes its place. */
export async function withFrame(page: Response, { body, root, style }: Frame): Promise<Response> {
  const [text, hash] = await Promise.all([page.text(), hashOf(style)]);
  const headers = new Headers(page.headers);
  const policy = headers.get("content-security-policy") ?? "";
  headers.set("content-security-policy", policy.replace("style-src", `style-src 'sha256-${hash}'`));
  const head = text
    .slice(0, text.indexOf('<div id="root">'))
    .replace(/<html[^>]*>/, () => root)
    .replace("</head>", () => `<style>${style}</style></head>`);
  return new Response(`${head}<div id="root" inert>${body}</div></body></html>`, { headers });
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCodePoint(...new Uint8Array(hash)));
}

/** Returns the fingerprint of the session, as pages do (`storage/session.ts`). */
async function findSession(): Promise<string | undefined> {
  const prefix = self.location.protocol === "https:" ? "__Host-" : "";
  return (await self.cookieStore?.get(`${prefix}session-fingerprint`))?.value;
}

/** Reads what pages keep (`storage/kept-state.ts`); they share no code with a worker, which is one file. */
async function read(): Promise<KeptFrame | undefined> {
  const asked = indexedDB.open("team-chat", 1);
  asked.addEventListener("upgradeneeded", () => {
    asked.result.createObjectStore("state");
  });
  const database = await answerOf(asked);
  const store = database.transaction("state").objectStore("state");
  try {
    return await answerOf(store.get("last frame") as IDBRequest<KeptFrame | undefined>);
  } finally {
    database.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => {
      resolve(request.result);
    });
    request.addEventListener("error", () => {
      reject(request.error ?? new Error("The browser's database has failed."));
    });
  });
}

function noneAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
