import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Kustomization } from "./kustomization.ts";
import { isMapping, type Manifest, ManifestError, toManifest, type Value } from "./manifest.ts";
import { strategicMerge } from "./strategic-merge.ts";

/**
 * Adds or changes the ConfigMaps that a kustomization lists as literals and files.
 * @throws ManifestError when there is nothing to merge into, or no such file
 */
export function generateConfigMaps(
  manifests: Manifest[],
  { configMapGenerator }: Kustomization,
  folder: string,
): Manifest[] {
  const result = [...manifests];
  for (const { name, namespace, behavior, files, literals, options } of configMapGenerator) {
    const data = Object.fromEntries([
      ...literals.map((literal): [string, string] => [
        literal.slice(0, literal.indexOf("=")),
        literal.slice(literal.indexOf("=") + 1),
      ]),
      ...files.map((file): [string, string] => [file, readText(join(folder, file))]),
    ]);
    const index = result.findIndex(
      ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name,
    );
    const existing = result[index];
    if (behavior === "create") {
      result.push({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: {
          name,
          ...(namespace === undefined ? {} : { namespace }),
          ...(options?.labels === undefined ? {} : { labels: options.labels }),
          annotations: {
            ...options?.annotations,
            ...(options?.disableNameSuffixHash === true ? {} : { generated: "yes" }),
          },
        },
        data,
      });
    } else if (existing === undefined) {
      throw new ManifestError(`${folder}: there is no ConfigMap ${name} to merge into`);
    } else {
      result[index] = toManifest(strategicMerge(existing, { data }), folder);
    }
  }
  return result;
}

function readText(path: string): string {
  if (!existsSync(path)) throw new ManifestError(`${path}: no such file`);
  return readFileSync(path, "utf8");
}

/**
 * Gives every generated ConfigMap a name that depends on its content, everywhere it is mentioned, so that a changed
 * value starts new pods.
 */
export function hashGeneratedNames(manifests: Manifest[]): Manifest[] {
  const names = new Map<string, string>();
  const marked = manifests.map((manifest) => {
    const { annotations, ...metadata } = manifest.metadata;
    if (manifest.kind !== "ConfigMap" || !isMapping(annotations) || !("generated" in annotations)) {
      return manifest;
    }
    const { generated: _, ...rest } = annotations;
    const kept = Object.keys(rest).length === 0 ? {} : { annotations: rest };
    const hash = createHash("sha256").update(JSON.stringify(manifest["data"])).digest("hex");
    const name = `${metadata.name}-${hash.slice(0, 10)}`;
    names.set(metadata.name, name);
    return { ...manifest, metadata: { ...metadata, ...kept, name } };
  });
  return marked.map((manifest) => renameReferences(manifest, names) as Manifest);
}

function renameReferences(value: Value, names: ReadonlyMap<string, string>, key = ""): Value {
  if (Array.isArray(value)) {
    return value.map((item) => renameReferences(item, names));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([inner, item]): [string, Value] => {
    const refersToMap = key === "configMapRef" || key === "configMapKeyRef" || key === "configMap";
    if (refersToMap && inner === "name" && typeof item === "string") {
      return [inner, names.get(item) ?? item];
    }
    return [inner, renameReferences(item, names, inner)];
  });
  return Object.fromEntries(entries);
}
