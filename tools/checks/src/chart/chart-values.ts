import { at, containersOf, type Manifest, type Mapping, mappingsIn } from "../k8s/manifest.ts";
import { plainName } from "./template.ts";

/** Returns what an overlay decides, as the values of the chart. */
export function valuesOf(manifests: readonly Manifest[]): Mapping {
  const ofKind = (kind: string): Manifest[] =>
    manifests.filter((manifest) => manifest.kind === kind);
  const ingress = ofKind("Ingress")[0];
  const host = at(mappingsIn(at(ingress, "spec", "rules"))[0], "host");
  return {
    image: imageOf(manifests),
    secretsHash: "unknown",
    config: Object.fromEntries(
      ofKind("ConfigMap").map(({ data = {}, metadata }) => [plainName(metadata.name), data]),
    ),
    scaling: Object.fromEntries(
      ofKind("HorizontalPodAutoscaler").map(({ metadata, spec }) => [
        metadata.name,
        {
          minReplicas: at(spec, "minReplicas") ?? 1,
          maxReplicas: at(spec, "maxReplicas") ?? 1,
        },
      ]),
    ),
    podMetrics: {
      enabled: ofKind("HorizontalPodAutoscaler").some(({ spec }) =>
        mappingsIn(at(spec, "metrics")).some(({ type }) => type !== "Resource"),
      ),
    },
    ingress:
      ingress === undefined
        ? { enabled: false }
        : {
            enabled: true,
            className: at(ingress, "spec", "ingressClassName") ?? "",
            host: host ?? "",
            annotations: at(ingress, "metadata", "annotations") ?? {},
          },
    mail: { enabled: manifests.some(({ metadata }) => metadata.name === "allow-mail") },
    collector: { enabled: manifests.some(({ metadata }) => metadata.name === "allow-collector") },
  };
}

/** Returns the image of our programs. */
export function imageOf(manifests: readonly Manifest[]): string {
  const image = manifests.flatMap((manifest) => containersOf(manifest))[0]?.["image"];
  return typeof image === "string" ? image : "";
}

/** Returns what the second mapping has and the first has not, or has otherwise. */
export function differences(base: Mapping, other: Mapping): Mapping {
  const entries = Object.entries(other).flatMap(([key, value]) => {
    const before = base[key];
    if (JSON.stringify(before) === JSON.stringify(value)) return [];
    const both = isPlain(before) && isPlain(value);
    return [[key, both ? differences(before, value) : value] as const];
  });
  const missing = Object.keys(base)
    .filter((key) => !(key in other))
    .map((key) => [key, null] as const);
  return Object.fromEntries([...entries, ...missing]);
}

function isPlain(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
