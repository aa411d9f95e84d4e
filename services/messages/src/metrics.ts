import { defineGauge, type Metrics } from "@team-chat/telemetry";

import type { Context } from "./context.ts";
import { listArchivesDue } from "./queries/exports/archives-due.ts";

export const archivesDue = defineGauge({
  name: "archives.due.age",
  title: "Longest due export or import",
  unit: "s",
  meaning:
    "For how long the first of what is to be exported, or taken in, has been due, by `kind` (`export`, `hold_export`, `person_export`, `import`), of all processes together: since somebody asked for it, or its last try has failed; 0 when none is.",
  labels: ["kind"],
  isShared: true,
});

/** Measures what waits to be exported or taken in. */
export function measureArchives(metrics: Metrics, { db, now }: Pick<Context, "db" | "now">): void {
  metrics.observe([archivesDue], async (tell) => {
    for (const { kind, seconds } of await listArchivesDue(db, now()))
      tell(archivesDue, seconds, { kind });
  });
}
