import { at, isMapping, type Manifest, mappingsIn, textAt, type Value } from "../k8s/manifest.ts";

/** The objects of all namespaces of ours, as the API server keeps them. */
export interface LiveObjects {
  readonly pods: readonly Manifest[];
  readonly others: readonly Manifest[];
}

/** Finds objects that do nothing, because what they name is not there. */
export function liveProblems(objects: LiveObjects): string[] {
  return [
    ...budgetProblems(objects),
    ...policyProblems(objects),
    ...serviceProblems(objects),
    ...scalingProblems(objects),
  ];
}

function ofKind({ others }: LiveObjects, kind: string): Manifest[] {
  return others.filter((object) => object.kind === kind);
}

function titled({ kind, metadata }: Manifest, message: string): string {
  return `${kind} ${textAt(metadata, "namespace")}/${metadata.name} ${message}`;
}

function budgetProblems(objects: LiveObjects): string[] {
  return ofKind(objects, "PodDisruptionBudget").flatMap((budget) => {
    const selection = { selector: at(budget, "spec", "selector"), namespace: namespaceOf(budget) };
    return selects(selection, objects.pods) ? [] : [titled(budget, "protects no pod")];
  });
}

function policyProblems(objects: LiveObjects): string[] {
  const pods = [...objects.pods, ...instancesOfPostgres(objects)];
  return ofKind(objects, "NetworkPolicy").flatMap((policy) => {
    const own = namespaceOf(policy);
    const subject = at(policy, "spec", "podSelector");
    const subjects = selects({ selector: subject, namespace: own }, pods)
      ? []
      : [titled(policy, `applies to no pod: ${JSON.stringify(subject)}`)];
    const peers = ["ingress", "egress"].flatMap((direction) =>
      mappingsIn(at(policy, "spec", direction)).flatMap((rule) => [
        ...mappingsIn(rule["from"]),
        ...mappingsIn(rule["to"]),
      ]),
    );
    const ours = new Set(pods.map(namespaceOf));
    const missing = peers.filter((peer) => {
      const name = at(peer, "namespaceSelector", "matchLabels", "kubernetes.io/metadata.name");
      const namespace = typeof name === "string" ? name : own;
      // Who lives in the namespaces of others is not known here.
      if (!ours.has(namespace) || peer["ipBlock"] !== undefined) return false;
      return !selects({ selector: peer["podSelector"] ?? {}, namespace }, pods);
    });
    return [
      ...subjects,
      ...missing.map((peer) =>
        titled(policy, `names a peer that is no pod: ${JSON.stringify(peer)}`),
      ),
    ];
  });
}

/** The operator of PostgreSQL, which is not here, labels the pods that it makes. */
function instancesOfPostgres(objects: LiveObjects): Manifest[] {
  return ofKind(objects, "Cluster").map(({ apiVersion, metadata }) => ({
    apiVersion,
    kind: "Pod",
    metadata: { ...metadata, labels: { "cnpg.io/cluster": metadata.name } },
  }));
}

interface Selection {
  readonly selector: Value | undefined;
  readonly namespace: string;
}

function selects({ selector, namespace }: Selection, pods: readonly Manifest[]): boolean {
  // An expression would need the rules of its operators; it selects nothing here, so that somebody adds them.
  if (at(selector, "matchExpressions") !== undefined) return false;
  const labels = at(selector, "matchLabels");
  const wanted = Object.entries(isMapping(labels) ? labels : {});
  return pods.some(
    ({ metadata }) =>
      metadata["namespace"] === namespace &&
      wanted.every(([key, value]) => at(metadata["labels"], key) === value),
  );
}

function serviceProblems(objects: LiveObjects): string[] {
  return ofKind(objects, "Service").flatMap((service) => {
    const labels = at(service, "spec", "selector");
    if (labels === undefined) return [];
    const selection = { selector: { matchLabels: labels }, namespace: namespaceOf(service) };
    const pods = objects.pods.filter((pod) => selects(selection, [pod]));
    if (pods.length === 0) return [titled(service, "leads to no pod")];
    const open = new Set(pods.flatMap(portsOf));
    return mappingsIn(at(service, "spec", "ports"))
      .map((port) => textAt(port, "targetPort"))
      .filter((port) => !open.has(port))
      .map((port) => titled(service, `leads to no pod that opens the port ${port}`));
  });
}

/** Lists the ports of a pod by name and by number. */
function portsOf(pod: Manifest): string[] {
  return mappingsIn(at(pod, "spec", "containers"))
    .flatMap((container) => mappingsIn(container["ports"]))
    .flatMap((port) => [textAt(port, "name"), textAt(port, "containerPort")]);
}

function scalingProblems(objects: LiveObjects): string[] {
  return ofKind(objects, "HorizontalPodAutoscaler").flatMap((scaler) => {
    const target = at(scaler, "spec", "scaleTargetRef");
    const found = objects.others.some(
      ({ kind, metadata }) =>
        kind === at(target, "kind") &&
        metadata.name === at(target, "name") &&
        metadata["namespace"] === namespaceOf(scaler),
    );
    return found ? [] : [titled(scaler, `scales nothing: ${JSON.stringify(target)}`)];
  });
}

function namespaceOf({ metadata }: Manifest): string {
  return textAt(metadata, "namespace");
}

/** Says which objects are other ones than before under the same name, or are gone. */
export function replacedObjects(before: LiveObjects, after: LiveObjects): string[] {
  const uids = new Map(after.others.map((object) => [titled(object, ""), uidOf(object)]));
  return before.others
    .filter((object) => uids.get(titled(object, "")) !== uidOf(object))
    .map((object) => titled(object, "").trim());
}

/** Identity of an object while it exists. */
export function uidOf({ metadata }: Manifest): string {
  return textAt(metadata, "uid");
}
