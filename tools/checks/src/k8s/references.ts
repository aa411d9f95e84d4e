import {
  at,
  containersOf,
  type Manifest,
  mappingsIn,
  podTemplateOf,
  textAt,
  type Value,
} from "./manifest.ts";

/** Finds names that nothing in the rendered set answers to: maps, secrets, accounts, selectors and ports. */
export function brokenReferences(
  manifests: readonly Manifest[],
  secrets: readonly Manifest[],
): Map<Manifest, string[]> {
  const all = [...manifests, ...secrets];
  const has = (kind: string, name: Value | undefined): boolean =>
    all.some((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  return new Map(
    manifests.map((manifest) => [
      manifest,
      [
        ...sourcesOf(manifest)
          .filter(([kind, name]) => !has(kind, name))
          .map(([kind, name]) => `there is no ${kind} ${name}: add it or correct the name`),
        ...selectorProblems(manifest, manifests),
        ...portProblems(manifest, manifests),
      ],
    ]),
  );
}

function sourcesOf(manifest: Manifest): [kind: string, name: string][] {
  const pairs: [string, Value | undefined][] = containersOf(manifest).flatMap((container) => [
    ...mappingsIn(container["envFrom"]).flatMap((source): [string, Value | undefined][] => [
      ["ConfigMap", at(source, "configMapRef", "name")],
      ["Secret", at(source, "secretRef", "name")],
    ]),
    ...mappingsIn(container["env"]).flatMap((variable): [string, Value | undefined][] => [
      ["ConfigMap", at(variable, "valueFrom", "configMapKeyRef", "name")],
      ["Secret", at(variable, "valueFrom", "secretKeyRef", "name")],
    ]),
  ]);
  for (const volume of mappingsIn(at(podTemplateOf(manifest), "spec", "volumes"))) {
    pairs.push(["ConfigMap", at(volume, "configMap", "name")]);
    pairs.push(["Secret", at(volume, "secret", "secretName")]);
  }
  pairs.push(["ServiceAccount", at(podTemplateOf(manifest), "spec", "serviceAccountName")]);
  pairs.push(["Service", at(manifest, "spec", "serviceName")]);
  const target = at(manifest, "spec", "scaleTargetRef");
  if (target !== undefined) {
    pairs.push([textAt(target, "kind"), at(target, "name")]);
  }
  return pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string");
}

function selectorProblems(manifest: Manifest, manifests: readonly Manifest[]): string[] {
  const labels = selectedLabels(manifest);
  if (labels === undefined || Object.keys(labels).length === 0) {
    return [];
  }
  const isWorkload = podTemplateOf(manifest) !== undefined;
  const candidates = isWorkload ? [manifest] : manifests;
  return candidates.some((candidate) => podMatches(candidate, labels))
    ? []
    : [`selects ${JSON.stringify(labels)}, which no pod has: use the labels of the pod template`];
}

function selectedLabels(manifest: Manifest): Record<string, Value> | undefined {
  const selector = {
    Service: at(manifest, "spec", "selector"),
    NetworkPolicy: at(manifest, "spec", "podSelector", "matchLabels"),
  };
  const found =
    manifest.kind in selector
      ? selector[manifest.kind as keyof typeof selector]
      : at(manifest, "spec", "selector", "matchLabels");
  return found as Record<string, Value> | undefined;
}

/** Tells whether the pods of a workload, or those that an operator makes of it, carry all of these labels. */
export function podMatches(workload: Manifest, labels: Readonly<Record<string, Value>>): boolean {
  const template = podTemplateOf(workload);
  const carried =
    workload.apiVersion === "postgresql.cnpg.io/v1" && workload.kind === "Cluster"
      ? { "cnpg.io/cluster": workload.metadata.name }
      : at(template, "metadata", "labels");
  return (
    carried !== undefined &&
    Object.entries(labels).every(([key, value]) => at(carried, key) === value)
  );
}

function portProblems(manifest: Manifest, manifests: readonly Manifest[]): string[] {
  if (manifest.kind !== "Service") {
    return [];
  }
  const labels = selectedLabels(manifest) ?? {};
  const pods = manifests.filter((candidate) => podMatches(candidate, labels));
  const open = pods
    .flatMap((pod) => containersOf(pod))
    .flatMap((container) => mappingsIn(container["ports"]))
    .flatMap((port) => [textAt(port, "name"), textAt(port, "containerPort")]);
  return mappingsIn(at(manifest, "spec", "ports"))
    .map((port) => textAt(port, "targetPort") || textAt(port, "port"))
    .filter((target) => !open.includes(target))
    .map((target) => `targets port ${target}, which no container of its pods opens`);
}
