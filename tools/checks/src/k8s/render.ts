import { statSync } from "node:fs";
import { join } from "node:path";

import { generateConfigMaps, hashGeneratedNames } from "./config-maps.ts";
import { readKustomization } from "./kustomization.ts";
import { type Manifest, ManifestError, readManifests } from "./manifest.ts";
import { applyImages, applyLabels, applyPatches, inNamespace } from "./transform.ts";

/**
 * Renders a Kustomize folder as `kubectl kustomize` does, for the fields that `readKustomization` accepts.
 * @throws ManifestError for everything else, and for a patch, image or merge that changes nothing
 */
export function render(folder: string): Manifest[] {
  return hashGeneratedNames(renderFolder(folder, []));
}

function renderFolder(folder: string, inherited: Manifest[]): Manifest[] {
  const kustomization = readKustomization(folder);
  let manifests = [...inherited];
  for (const resource of kustomization.resources) {
    manifests.push(...readResource(join(folder, resource)));
  }
  for (const component of kustomization.components) {
    manifests = renderFolder(join(folder, component), manifests);
  }
  manifests = generateConfigMaps(manifests, kustomization, folder);
  manifests = applyPatches(manifests, kustomization, folder);
  manifests = applyImages(manifests, kustomization, folder);
  manifests = manifests.map((manifest) => applyLabels(manifest, kustomization));
  refuseTwins(manifests, folder);
  const { namespace } = kustomization;
  return namespace === undefined
    ? manifests
    : manifests.map((manifest) => inNamespace(manifest, namespace));
}

function readResource(path: string): Manifest[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? renderFolder(path, []) : readManifests(path);
}

function refuseTwins(manifests: Manifest[], folder: string): void {
  const seen = new Set<string>();
  for (const { kind, metadata } of manifests) {
    const key = `${kind} ${metadata.name}`;
    if (seen.has(key)) {
      throw new ManifestError(`${folder}: there are two objects ${key}`);
    }
    seen.add(key);
  }
}
