import {
  at,
  containersOf,
  type Manifest,
  type Mapping,
  podTemplateOf,
  textAt,
  type Value,
} from "./manifest.ts";
import { podMatches } from "./references.ts";

const longRunning = new Set(["Deployment", "StatefulSet"]);

/**
 * Finds what a pod must have and does not: identity, rights, resources, an image of which it is known which one it is.
 */
export function podProblems(manifest: Manifest): string[] {
  const template = podTemplateOf(manifest);
  if (template === undefined) {
    return [];
  }
  const spec = at(template, "spec");
  const pod = missing([
    [at(spec, "automountServiceAccountToken") === false, "automountServiceAccountToken: false"],
    [at(spec, "serviceAccountName") !== undefined, "a serviceAccountName of its own"],
    [at(spec, "securityContext", "runAsNonRoot") === true, "securityContext.runAsNonRoot: true"],
    [
      at(spec, "securityContext", "seccompProfile", "type") === "RuntimeDefault",
      "securityContext.seccompProfile.type: RuntimeDefault",
    ],
  ]).map((what) => `the pod needs ${what}`);
  const containers = containersOf(manifest).flatMap((container) =>
    containerGaps(container).map((what) => `container ${textAt(container, "name")} needs ${what}`),
  );
  return [...pod, ...containers];
}

/** Finds workloads of ours whose containers do not say whether they live and what they can do. */
export function probeProblems(manifest: Manifest): string[] {
  return longRunning.has(manifest.kind)
    ? containersOf(manifest).flatMap((container) =>
        probeGaps(container).map((what) => `container ${textAt(container, "name")} needs ${what}`),
      )
    : [];
}

/** Finds images of others that are named by a tag only, behind which there may be another one tomorrow. */
export function digestProblems(manifest: Manifest): string[] {
  const containers = containersOf(manifest)
    .filter(({ image }) => !hasDigest(image))
    .map((container) => `container ${textAt(container, "name")} needs an image with a digest`);
  // The operator of PostgreSQL makes containers of it.
  const imageName = at(manifest, "spec", "imageName");
  const isBare = imageName !== undefined && !hasDigest(imageName);
  return isBare ? [...containers, "spec.imageName needs a digest"] : containers;
}

function hasDigest(image: Value | undefined): boolean {
  return typeof image === "string" && /@sha256:[0-9a-f]{64}$/.test(image);
}

function missing(demands: readonly (readonly [met: boolean, what: string])[]): string[] {
  return demands.filter(([met]) => !met).map(([, what]) => what);
}

function containerGaps(container: Mapping): string[] {
  const context = container["securityContext"];
  const resources = container["resources"];
  const image = typeof container["image"] === "string" ? container["image"] : "";
  return missing([
    [
      at(context, "allowPrivilegeEscalation") === false,
      "securityContext.allowPrivilegeEscalation: false",
    ],
    [
      at(context, "readOnlyRootFilesystem") === true,
      "securityContext.readOnlyRootFilesystem: true",
    ],
    [JSON.stringify(at(context, "capabilities", "drop")) === '["ALL"]', "capabilities.drop: [ALL]"],
    [at(resources, "requests", "cpu") !== undefined, "a cpu request"],
    [at(resources, "requests", "memory") !== undefined, "a memory request"],
    [at(resources, "limits", "memory") !== undefined, "a memory limit"],
    [/[:@]/.test(image) && !image.endsWith(":latest"), "an image with a tag that is not latest"],
  ]);
}

function probeGaps(container: Mapping): string[] {
  const path = (probe: string): unknown => at(container, probe, "httpGet", "path");
  return missing([
    [path("startupProbe") !== undefined, "a startupProbe"],
    [path("livenessProbe") === "/livez", "a livenessProbe on /livez"],
    [path("readinessProbe") === "/readyz", "a readinessProbe on /readyz"],
  ]);
}

/**
 * Finds workloads without scaling, disruption budget or network policy, and a namespace that does not deny by default.
 */
export function coverageProblems(manifests: readonly Manifest[]): Map<Manifest, string[]> {
  const ofKind = (kind: string): Manifest[] =>
    manifests.filter((manifest) => manifest.kind === kind);
  const workloads = manifests.filter((manifest) => podTemplateOf(manifest) !== undefined);
  const denies = ofKind("NetworkPolicy").some(
    (policy) =>
      JSON.stringify(at(policy, "spec", "podSelector")) === "{}" &&
      JSON.stringify(at(policy, "spec", "policyTypes")) === '["Ingress","Egress"]' &&
      at(policy, "spec", "ingress") === undefined &&
      at(policy, "spec", "egress") === undefined,
  );
  return new Map(
    workloads.map((workload) => {
      const covered = (kind: string, ...path: string[]): boolean =>
        ofKind(kind).some((other) => {
          const labels = at(other, "spec", ...path) as Mapping | undefined;
          return labels !== undefined && podMatches(workload, labels);
        });
      const target = ofKind("HorizontalPodAutoscaler").find(
        (scaler) => at(scaler, "spec", "scaleTargetRef", "name") === workload.metadata.name,
      );
      const scales = longRunning.has(workload.kind);
      return [
        workload,
        missing([
          [denies, "a NetworkPolicy that denies everything in the namespace by default"],
          [covered("NetworkPolicy", "podSelector", "matchLabels"), "a NetworkPolicy of its own"],
          [
            !scales || covered("PodDisruptionBudget", "selector", "matchLabels"),
            "a PodDisruptionBudget",
          ],
          [!scales || target !== undefined, "a HorizontalPodAutoscaler"],
          [
            target === undefined || at(workload, "spec", "replicas") === undefined,
            "no spec.replicas, because the HorizontalPodAutoscaler owns that number",
          ],
        ]).map((what) => `it needs ${what}`),
      ] as const;
    }),
  );
}
