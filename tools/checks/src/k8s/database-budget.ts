import type { DatabaseUse } from "./database-uses.ts";
import { type Manifest, textAt } from "./manifest.ts";

/** PostgreSQL's own defaults, on which the smallest installation is to run (docs/hosting.md#connections). */
const stock = { connections: 100, locksPerConnection: 64 };
/** For superusers, who are let in when nobody else is; and for the migration, which runs beside the pods. */
const kept = 3 + 1;
/** Share of the lock table that leases may fill: the rest is for tables, of which each statement locks some. */
const leasesShare = 1 / 2;

/**
 * Finds what would not fit PostgreSQL: a server with default settings while all workloads have their least number of
 * pods; the given one while they have most, and one more each, as in a roll-out.
 */
export function databaseProblems(
  uses: readonly DatabaseUse[],
  servers: readonly Manifest[],
): string[] {
  const least = sumOf(uses, ({ pods }) => pods.least);
  const most = sumOf(uses, ({ pods }) => pods.most + 1);
  const given = connectionsOf(servers);
  return [
    ...unshared(uses),
    ...excess("with the least number of pods", least, stock.connections),
    ...(given === null ? [] : excess("with the greatest number of pods", most, given)),
  ];
}

interface Sum {
  readonly connections: number;
  readonly leases: number;
}

function sumOf(uses: readonly DatabaseUse[], podsOf: (use: DatabaseUse) => number): Sum {
  const total = (of: (use: DatabaseUse) => number) =>
    uses.reduce((sum, use) => sum + of(use) * podsOf(use), 0);
  return {
    connections: total(({ connections }) => connections) + kept,
    leases: total(({ leases }) => leases),
  };
}

function excess(when: string, { connections, leases }: Sum, available: number): string[] {
  const places = Math.floor(available * stock.locksPerConnection * leasesShare);
  return [
    ...(connections > available
      ? [
          `${when} there are ${connections} connections to PostgreSQL, which takes ${available}: make pools smaller (*_CONNECTIONS), or have fewer pods`,
        ]
      : []),
    ...(leases > places
      ? [
          `${when} there are ${leases} leases, and PostgreSQL has room for ${places}: lower MAX_LEASES, or have fewer pods`,
        ]
      : []),
  ];
}

function unshared(uses: readonly DatabaseUse[]): string[] {
  return uses
    .filter(({ share, smallestPool }) => share >= smallestPool)
    .map(
      ({ share, smallestPool, workload }) =>
        `REALM_CONNECTIONS of ${workload} is ${share}, and its smallest pool has ${smallestPool}: leave some to other organizations`,
    );
}

/** Returns how many connections the server takes; null when nothing says so. */
function connectionsOf(servers: readonly Manifest[]): number | null {
  for (const server of servers) {
    const text = textAt(server, "spec", "postgresql", "parameters", "max_connections");
    if (text !== "") return Number(text);
  }
  return null;
}
