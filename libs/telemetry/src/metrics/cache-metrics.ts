import { cacheSize } from "./cache-size-metrics.ts";
import { defineGauge } from "./definition.ts";
import type { Metrics } from "./metrics.ts";

export const cacheEntries = defineGauge({
  name: "cache.entries",
  title: "Entries of caches",
  unit: "{entry}",
  meaning: "What a cache holds: organizations, hosts or users.",
  labels: ["cache"],
});

/** Measures how much caches hold, each under its name. */
export function measureCaches(
  metrics: Metrics,
  caches: Readonly<Record<string, { readonly size: number; readonly bytes?: number }>>,
): void {
  metrics.observe([cacheSize, cacheEntries], (tell) => {
    for (const [cache, { bytes, size }] of Object.entries(caches)) {
      tell(cacheEntries, size, { cache });
      if (bytes !== undefined) tell(cacheSize, bytes, { cache });
    }
  });
}
