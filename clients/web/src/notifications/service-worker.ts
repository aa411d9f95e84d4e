const path = "/service-worker.js";

/** Lets this script be registered, whatever is asked for. */
const scripts = window.trustedTypes?.createPolicy("service-worker", {
  createScriptURL: (_address: string) => path,
});

/** Returns the service worker that shows notifications, once it can. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register((scripts?.createScriptURL(path) ?? path) as string);
  return navigator.serviceWorker.ready;
}
