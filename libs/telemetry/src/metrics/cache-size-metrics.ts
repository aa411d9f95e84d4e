import { defineGauge } from "./definition.ts";

export const cacheSize = defineGauge({
  name: "cache.size",
  title: "Memory of caches",
  unit: "By",
  meaning: "Memory that a cache takes, roughly, of those that are bounded by it.",
  labels: ["cache"],
});
