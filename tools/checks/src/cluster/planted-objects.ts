import { join } from "node:path";

import { stringify } from "yaml";

import { readManifests } from "../k8s/manifest.ts";
import type { Problem } from "../problem.ts";
import type { Cluster } from "./cluster.ts";
import { liveProblems } from "./live-objects.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/cluster");
const kinds = "services,networkpolicies,horizontalpodautoscalers";

/**
 * Finds what this check does not find any more: planted objects that the API server accepts although it should not, or
 * that do nothing without being named. They are no fixture of a test, because only the check has an API server.
 */
export async function missedPlants(cluster: Cluster): Promise<Problem[]> {
  const useless = join(fixtures, "useless.yaml");
  const { status, stderr } = await cluster.kubectl(["apply", "-f", useless]);
  if (status !== 0) return [{ file: useless, message: stderr }];
  const others = await cluster.list("planted", `${kinds},poddisruptionbudgets`);
  const found = liveProblems({ pods: [], others });
  const unnamed = readManifests(useless)
    .filter(({ kind }) => kind !== "Namespace")
    .map(({ kind, metadata }) => `${kind} planted/${metadata.name} `)
    .filter((title) => !found.some((problem) => problem.startsWith(title)));
  return [
    ...unnamed.map((title) => ({
      file: useless,
      message: `${title}does nothing, and is not found`,
    })),
    ...(await acceptedPlants(cluster)),
  ];
}

async function acceptedPlants(cluster: Cluster): Promise<Problem[]> {
  const file = join(fixtures, "refused.yaml");
  const problems: Problem[] = [];
  for (const object of readManifests(file)) {
    const { status } = await cluster.kubectl(["apply", "-f", "-"], { input: stringify(object) });
    const message = `${object.kind} ${object.metadata.name} is accepted`;
    if (status === 0) problems.push({ file, message });
  }
  return problems;
}
