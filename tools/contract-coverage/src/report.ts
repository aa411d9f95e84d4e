import type { ServiceName } from "@team-chat/contract";

import type { Gaps } from "./gaps.ts";

/** Writes the gaps by service and operation, for people. */
export function reportOf(gaps: readonly Gaps[], idle: readonly string[]): string {
  const owners = [...new Set(gaps.map(({ operation }) => operation.owner))];
  const lines = owners.flatMap((owner) => linesOfOwner(owner, gaps));
  const excess = idle.map((what) => `  an exception that is none: ${what}`);
  return [...lines, ...excess, summaryOf(gaps, idle)].join("\n");
}

function linesOfOwner(owner: ServiceName, gaps: readonly Gaps[]): string[] {
  return gaps
    .filter(({ operation }) => operation.owner === owner)
    .flatMap(({ operation, unnamed, unseen }) => [
      `${operation.name} (${owner})`,
      ...unseen.map((what) => `  never: ${what}`),
      ...unnamed.map((what) => `  without section: ${what}`),
    ]);
}

function summaryOf(gaps: readonly Gaps[], idle: readonly string[]): string {
  const unseen = gaps.reduce((sum, gap) => sum + gap.unseen.length, 0);
  const unnamed = gaps.reduce((sum, gap) => sum + gap.unnamed.length, 0);
  return `contract coverage: ${unseen} never shown, ${unnamed} without section, ${idle.length} idle exceptions`;
}
