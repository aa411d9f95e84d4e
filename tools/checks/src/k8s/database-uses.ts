import { environmentOf, loadProgram } from "./config-keys.ts";
import { at, containersOf, type Manifest, textAt } from "./manifest.ts";

/** Connections and leases of the pods of one workload. */
export interface DatabaseUse {
  readonly workload: string;
  /** Numbers of its pods, while nothing is rolled out. */
  readonly pods: { readonly least: number; readonly most: number };
  /** Connections of one pod at most. */
  readonly connections: number;
  /** Connections of the smallest of its pools. */
  readonly smallestPool: number;
  /** Connections of each pool that one organization may use. */
  readonly share: number;
  /** Entries of the lock table that one pod holds at most for longer than a transaction. */
  readonly leases: number;
}

const share = "REALM_CONNECTIONS";
const leases = "MAX_LEASES";
/** It has one row, which everybody looks up by one statement. */
const unshared = "VERSION_CONNECTIONS";

/** Lists the workloads with pools, by the variables that the configuration of their programs knows. */
export async function databaseUses(
  root: string,
  manifests: readonly Manifest[],
): Promise<readonly DatabaseUse[]> {
  const uses: DatabaseUse[] = [];
  for (const manifest of manifests)
    for (const container of containersOf(manifest)) {
      const program = await loadProgram(root, container);
      if (typeof program === "string") continue;
      const environment = environmentOf(container, manifests);
      const values = new Map(
        program.fields.map(({ fallback, name }) => [
          name,
          Number(environment.get(name) ?? fallback ?? 0),
        ]),
      );
      const pools = [...values].filter(([name]) => name.endsWith("_CONNECTIONS") && name !== share);
      if (pools.length === 0) continue;
      uses.push({
        workload: manifest.metadata.name,
        pods: podsOf(manifest, manifests),
        // Leases are held on a connection of their own.
        connections: pools.reduce((sum, [, size]) => sum + size, values.has(leases) ? 1 : 0),
        smallestPool: Math.min(
          ...pools.flatMap(([name, size]) => (name === unshared ? [] : [size])),
        ),
        share: values.get(share) ?? 0,
        leases: values.get(leases) ?? 0,
      });
    }
  return uses;
}

function podsOf({ kind, metadata, spec }: Manifest, manifests: readonly Manifest[]) {
  const scaler = manifests.find(
    (one) =>
      one.kind === "HorizontalPodAutoscaler" &&
      textAt(one, "spec", "scaleTargetRef", "kind") === kind &&
      textAt(one, "spec", "scaleTargetRef", "name") === metadata.name,
  );
  const replicas = Number(at(spec, "replicas") ?? 1);
  return {
    least: Number(at(scaler, "spec", "minReplicas") ?? replicas),
    most: Number(at(scaler, "spec", "maxReplicas") ?? replicas),
  };
}
