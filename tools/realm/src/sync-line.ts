import type { DirectorySync } from "@team-chat/contract";

/** Says in one line what a synchronisation did. */
export function syncLine(sync: DirectorySync): string {
  const { accounts, at, deactivated, outcome, people, problem, reactivated, updated } = sync;
  const counts = `${updated} updated, ${deactivated} deactivated, ${reactivated} reactivated`;
  const why = problem === "" ? "" : `: ${problem}`;
  const when = new Date(at * 1000).toISOString();
  return `synchronised ${when}: ${outcome}${why} (${people} people there, ${accounts} accounts here; ${counts})`;
}
