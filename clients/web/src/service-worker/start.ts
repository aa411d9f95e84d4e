import { build } from "../build.ts";
import type { Client } from "../live/client.ts";

const path = "/service-worker.js";
/** How often a tab that is looked at asks whether there is a new version. */
const lookEveryMs = 15 * 60_000;

/** Lets this script be registered, whatever is asked for. */
const scripts = window.trustedTypes?.createPolicy("service-worker", {
  createScriptURL: (_address: string) => path,
});

/** Returns the service worker, once it runs. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register((scripts?.createScriptURL(path) ?? path) as string);
  return navigator.serviceWorker.ready;
}

/** Keeps the client for visits without a connection, and notices when there is a new version of it. */
export async function followVersions(client: Client): Promise<void> {
  // Browsers have none over plain HTTP, and in some private windows.
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    const { version } = data as { readonly version?: string };
    if (version !== undefined && version !== build) client.hasNewVersion.value = true;
  });
  const worker = await startWorker();
  let lookedAtMs = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - lookedAtMs < lookEveryMs) return;
    lookedAtMs = Date.now();
    // Without a connection it is looked for later.
    void worker.update().catch(() => undefined);
  });
}
