import type { AuditEntry, AuditService, NextAuditEntries } from "@team-chat/contract";

/** Next entries of one service. */
export interface ServiceEntries extends NextAuditEntries {
  readonly service: AuditService;
}

interface OwnEntry {
  readonly service: AuditService;
  readonly entry: AuditEntry;
}

/**
 * Merges entries of services, each the oldest first, by time, and those of one moment by the order of services. Of a
 * service that has more than it answered, only entries up to its last are known to be in their place: what is behind it
 * comes another time.
 */
export function mergeEntries(answers: readonly ServiceEntries[]): readonly OwnEntry[] {
  const all = answers.flatMap(({ entries, service }) =>
    entries.map((entry) => ({ service, entry })),
  );
  // Sorting keeps the order of what is equal.
  const merged = all.toSorted((a, b) => a.entry.changedAtMs - b.entry.changedAtMs);
  const ends = answers
    .filter(({ entries, last }) => (entries.at(-1)?.position ?? last) < last)
    .map(({ entries }) => merged.findIndex(({ entry }) => entry === entries.at(-1)));
  return merged.slice(0, Math.min(...ends, merged.length - 1) + 1);
}
