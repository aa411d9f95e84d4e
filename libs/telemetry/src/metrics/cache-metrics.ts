import { defineGauge } from "./definition.ts";
import type { Metrics } from "./metrics.ts";

export const cacheEntries = defineGauge({
  name: "cache.entries",
  unit: "{entry}",
  meaning: "What a cache holds: organizations, hosts or users.",
  labels: ["cache"],
});

/** Measures how much caches hold, each under its name. */
export function measureCaches(
  metrics: Metrics,
  caches: Readonly<Record<string, { readonly size: number }>>,
): void {
  metrics.observe([cacheEntries], (tell) => {
    for (const [cache, { size }] of Object.entries(caches)) tell(cacheEntries, size, { cache });
  });
}
