import { defineGauge } from "./definition.ts";
import type { Metrics } from "./metrics.ts";

export const cacheEntries = defineGauge({
  name: "cache.entries",
  unit: "{entry}",
  meaning: "What a cache holds: organizations, hosts or users.",
  labels: ["cache"],
});

export const cacheBytes = defineGauge({
  name: "cache.bytes",
  unit: "By",
  meaning: "Memory that a cache takes, roughly, of those that are bounded by it.",
  labels: ["cache"],
});

/** Measures how much caches hold, each under its name. */
export function measureCaches(
  metrics: Metrics,
  caches: Readonly<Record<string, { readonly size: number; readonly bytes?: number }>>,
): void {
  metrics.observe([cacheBytes, cacheEntries], (tell) => {
    for (const [cache, { bytes, size }] of Object.entries(caches)) {
      tell(cacheEntries, size, { cache });
      if (bytes !== undefined) tell(cacheBytes, bytes, { cache });
    }
  });
}
