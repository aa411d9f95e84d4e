import { signal } from "@preact/signals";

/**
 * How far notifications reach in this browser: it knows none, or has blocked them; they are off; they come while the
 * client is open, or also when it is closed.
 */
export type Reach = "unsupported" | "blocked" | "off" | "open" | "closed";

/** Returns what the browser allows, before anything was turned on. */
function allowed(): Reach {
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "off";
}

export const reach = signal<Reach>(allowed());

/** Looks again at what the browser allows, after it was asked or changed by hand. */
export function lookAgain(): void {
  reach.value = allowed();
}
