import { after } from "./after.ts";
import type { Surroundings } from "./shared-queue.ts";

const pauseMs = 1000;

/** Has one tab of the browser lead at a time, by a lock of this name. */
export function leadAloneBy(locks: LockManager, name: string): Surroundings["leadAlone"] {
  return async (work, how) => {
    const end = new AbortController();
    const options = "takeOver" in how ? { steal: true } : { signal: how.giveUp };
    try {
      await locks.request(name, options, () => work(end.signal));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      end.abort(error);
      // Another tab has taken over, or this one has given up waiting. Otherwise the page is being left, and has no locks:
      // without a pause the next try would follow at once, and so on, and WebKit would never get to leave it.
      if (error.name !== "AbortError") await after(pauseMs);
    }
  };
}
