import { createHash } from "node:crypto";

import { at, isMapping, type Manifest, mappingsIn, textAt, type Value } from "../k8s/manifest.ts";

/** Tells the template of a workload from the ones that it had before. */
export function templateHash(workload: Manifest): string {
  const template = JSON.stringify(at(workload, "spec", "template"));
  return createHash("sha256").update(template).digest("hex").slice(0, 10);
}

/** Makes a pod as the controller of the workload would, with labels that tell whose it is. */
export function podOf(workload: Manifest, name: string): Manifest {
  const template = at(workload, "spec", "template");
  const labels = at(template, "metadata", "labels");
  const of = { "check/of": workload.metadata.name, "check/pod": name };
  const volumes = [...mappingsIn(at(template, "spec", "volumes")), ...claimsOf(workload)];
  const spec = at(template, "spec");
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { ...(isMapping(labels) ? labels : {}), ...of } },
    spec: { ...(isMapping(spec) ? spec : {}), volumes },
  };
}

function claimsOf(workload: Manifest): Value[] {
  return mappingsIn(at(workload, "spec", "volumeClaimTemplates")).map((claim) => {
    const name = textAt(claim, "metadata", "name");
    const claimName = `${name}-${workload.metadata.name}-0`;
    return { name, persistentVolumeClaim: { claimName } };
  });
}

/** Returns the status of a workload all of whose pods are ready; null when it is known. */
export function readyStatus(workload: Manifest): object | null {
  const { generation } = workload.metadata;
  if (at(workload, "status", "observedGeneration") === generation) return null;
  const count = Number(at(workload, "spec", "replicas") ?? 1);
  const revisions =
    workload.kind === "StatefulSet"
      ? { currentRevision: "current", updateRevision: "current" }
      : {};
  return {
    observedGeneration: generation,
    replicas: count,
    updatedReplicas: count,
    readyReplicas: count,
    availableReplicas: count,
    ...revisions,
  };
}

/** Returns the status of a Job that has ended; null when that is known. */
export function finishedStatus(job: Manifest, hasFailed: boolean): object | null {
  if (mappingsIn(at(job, "status", "conditions")).length > 0) return null;
  const now = new Date().toISOString().replace(/\.\d+/, "");
  const types = hasFailed ? ["FailureTarget", "Failed"] : ["SuccessCriteriaMet", "Complete"];
  return {
    startTime: now,
    ...(hasFailed ? { failed: 1 } : { succeeded: 1, completionTime: now }),
    conditions: types.map((type) => ({ type, status: "True", lastTransitionTime: now })),
  };
}
