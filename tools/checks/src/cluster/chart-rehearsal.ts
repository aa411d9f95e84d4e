import type { Manifest } from "../k8s/manifest.ts";
import { textAt } from "../k8s/manifest.ts";
import type { Problem } from "../problem.ts";
import type { Cluster } from "./cluster.ts";
import type { Installation } from "./installation.ts";
import { uidOf } from "./live-objects.ts";

const chart = "deploy/chart";
const workloads = [
  ...["gateway", "messages", "channels", "users", "webhooks"].map((name) => `deployment/${name}`),
  "statefulset/events",
];

/**
 * Installs the chart in an empty cluster as docs/install.md says, and once more as after a Secret has changed; returns
 * what is refused, and which services do not get pods, or new ones.
 */
export async function rehearseChart(
  installation: Installation,
  cluster: Cluster,
): Promise<Problem[]> {
  const prepared = await installation.follow("first");
  if (prepared.length > 0) return prepared;
  await installation.bringSecrets();
  const refused = [
    ...(await installation.makeSecrets()),
    ...(await installation.installChart()),
    ...(await notReady(cluster)),
  ];
  if (refused.length > 0) return refused;
  const before = await podsOf(cluster);
  const changed = [
    ...(await installation.installChart("--set", "secretsHash=another")),
    ...(await notReady(cluster)),
  ];
  if (changed.length > 0) return changed;
  const after = new Set((await podsOf(cluster)).map(uidOf));
  return before
    .filter((pod) => after.has(uidOf(pod)))
    .map(({ metadata }) => ({ file: chart, message: `keeps the pod ${metadata.name}` }));
}

async function notReady(cluster: Cluster): Promise<Problem[]> {
  const args = ["rollout", "status", "--namespace", "team-chat", "--timeout", "60s"];
  const problems: Problem[] = [];
  for (const workload of workloads) {
    const { status, stderr } = await cluster.kubectl([...args, workload]);
    if (status !== 0) problems.push({ file: chart, message: stderr });
  }
  return problems;
}

/** Lists the pods of services. */
async function podsOf(cluster: Cluster): Promise<readonly Manifest[]> {
  const pods = await cluster.list("team-chat", "pods");
  return pods.filter(
    ({ metadata }) => textAt(metadata, "labels", "app.kubernetes.io/name") !== "migrate",
  );
}
