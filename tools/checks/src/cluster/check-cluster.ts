import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Problem } from "../problem.ts";
import { rehearseChart } from "./chart-rehearsal.ts";
import { Cluster } from "./cluster.ts";
import { Installation } from "./installation.ts";
import { operatorKinds } from "./operator-kinds.ts";
import { missedPlants } from "./planted-objects.ts";
import { type ClusterPrograms, clusterPrograms, helmFolder } from "./programs.ts";
import { Rehearsal } from "./rehearsal.ts";
import { StandIns } from "./stand-ins.ts";

/**
 * Installs the product by docs/install.md in a cluster with a real API server, and changes it there as operators do.
 * Ends with the first stage that has problems, because what follows builds on it.
 */
export async function checkCluster(root: string): Promise<Problem[]> {
  const programs = await clusterPrograms(root);
  const kinds = "missing" in programs ? programs.missing : await operatorKinds();
  if ("missing" in programs || typeof kinds === "string") {
    console.log(`NOT CHECKED: the cluster, because ${String(kinds)}.`);
    return [];
  }
  await using resources = new AsyncDisposableStack();
  endWhenStopped(resources);
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = await Cluster.start(programs, { folder, resources });
  for (const file of kinds) {
    // They are too long for the annotation of an apply by the client.
    const { status, stderr } = await cluster.kubectl(["apply", "--server-side", "-f", file]);
    if (status !== 0) return [{ file, message: stderr }];
  }
  const standIns = resources.use(new StandIns(cluster.url));
  const installation = new Installation(root, folder, { cluster, signal: standIns.refused });
  const rehearsal = new Rehearsal(installation, cluster, standIns);
  const stages: [string, () => Promise<Problem[]>][] = [
    ["planted objects", () => missedPlants(cluster)],
    ["the first installation", () => rehearsal.install()],
    ["another image", () => rehearsal.upgrade()],
    ["the same again", () => rehearsal.repeat()],
    ["a changed secret", () => rehearsal.changeSecret()],
    ["a changed configuration", () => rehearsal.changeConfiguration()],
    ["a migration that fails", () => rehearsal.failMigration()],
    ["another overlay", () => rehearsal.putOtherOverlay()],
    ["the chart", () => checkChart(root, programs, resources)],
  ];
  for (const [title, stage] of stages) {
    const begun = performance.now();
    const problems = await stage();
    if (problems.length > 0)
      return problems.map(({ message, ...place }) => ({
        ...place,
        message: `${title}: ${message}`,
      }));
    console.log(`${title}: ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  return [];
}

/** Installs the chart in a cluster of its own, since it takes the place of what the page applies. */
async function checkChart(
  root: string,
  programs: ClusterPrograms,
  resources: AsyncDisposableStack,
): Promise<Problem[]> {
  const helm = await helmFolder(root);
  if ("missing" in helm) {
    console.log(`NOT CHECKED: the chart in a cluster, because ${helm.missing}.`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "chart-"));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = await Cluster.start(programs, { folder, folders: [helm.folder], resources });
  const standIns = resources.use(new StandIns(cluster.url));
  const installation = new Installation(root, folder, { cluster, signal: standIns.refused });
  return await rehearseChart(installation, cluster);
}

/** The programs are in process groups of their own, so that nobody else would end them. */
function endWhenStopped(resources: AsyncDisposableStack): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void resources.disposeAsync().then(() => process.exit(1)));
}
