import { join } from "node:path";

import type { Kustomization } from "./kustomization.ts";
import {
  at,
  containersOf,
  isMapping,
  type Manifest,
  ManifestError,
  type Mapping,
  podTemplateOf,
  readDocuments,
  toManifest,
} from "./manifest.ts";
import { strategicMerge } from "./strategic-merge.ts";

const clusterWide = new Set(["Namespace", "ClusterRole", "ClusterRoleBinding", "PriorityClass"]);

/** Lays every patch over the objects that it names or targets. @throws ManifestError when one matches nothing */
export function applyPatches(
  manifests: Manifest[],
  { patches }: Kustomization,
  folder: string,
): Manifest[] {
  let result = manifests;
  for (const { path, target } of patches) {
    for (const patch of readDocuments(join(folder, path))) {
      const kind = target?.kind ?? patch["kind"];
      const name = target === undefined ? at(patch, "metadata", "name") : target.name;
      const matches = (manifest: Manifest): boolean =>
        manifest.kind === kind && (name === undefined || manifest.metadata.name === name);
      if (!result.some((manifest) => matches(manifest))) {
        throw new ManifestError(`${folder}: the patch ${path} matches no object`);
      }
      const { metadata, ...changes } = patch;
      const labels = isMapping(metadata) ? withoutName(metadata) : {};
      result = result.map((manifest) =>
        matches(manifest)
          ? toManifest(strategicMerge(manifest, { ...changes, metadata: labels }), path)
          : manifest,
      );
    }
  }
  return result;
}

function withoutName(metadata: Mapping): Mapping {
  const { name: _, ...rest } = metadata;
  return rest;
}

/** Replaces image names and tags. @throws ManifestError when no container has the image */
export function applyImages(
  manifests: Manifest[],
  { images }: Kustomization,
  folder: string,
): Manifest[] {
  const result = structuredClone(manifests);
  for (const { name, newName, newTag, digest } of images) {
    const containers = result.flatMap((manifest) => containersOf(manifest));
    const named = containers.filter(
      ({ image }) => typeof image === "string" && image.split(/[:@]/)[0] === name,
    );
    if (named.length === 0) {
      throw new ManifestError(`${folder}: no container has the image ${name}`);
    }
    for (const container of named) {
      const tag = newTag === undefined ? "" : `:${newTag}`;
      container["image"] = `${newName ?? name}${digest === undefined ? tag : `@${digest}`}`;
    }
  }
  return result;
}

/** Adds labels to an object and, when asked to, to its pods; never to selectors, which cannot change. */
export function applyLabels(manifest: Manifest, { labels }: Kustomization): Manifest {
  return labels.reduce((labelled, { pairs, includeTemplates }) => {
    const inMetadata = { metadata: { labels: pairs } };
    const patch =
      includeTemplates && podTemplateOf(labelled) !== undefined
        ? { ...inMetadata, spec: { template: inMetadata } }
        : inMetadata;
    return toManifest(strategicMerge(labelled, patch), "labels");
  }, manifest);
}

/** Puts an object into a namespace; the Namespace object itself takes the name. */
export function inNamespace(manifest: Manifest, namespace: string): Manifest {
  const isNamespace = manifest.kind === "Namespace";
  if (clusterWide.has(manifest.kind)) {
    return isNamespace
      ? { ...manifest, metadata: { ...manifest.metadata, name: namespace } }
      : manifest;
  }
  return { ...manifest, metadata: { ...manifest.metadata, namespace } };
}
