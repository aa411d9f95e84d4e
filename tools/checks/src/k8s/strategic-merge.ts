import { isMapping, ManifestError, type Mapping, type Value } from "./manifest.ts";

/** The key by which Kubernetes merges the items of a list; other lists are replaced as a whole. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: "name",
  initContainers: "name",
  volumes: "name",
  env: "name",
  volumeMounts: "mountPath",
  ports: "name",
  topologySpreadConstraints: "topologyKey",
};

/**
 * Lays a strategic merge patch over an object and returns the result; neither argument changes.
 * @throws ManifestError for a `$patch` directive, which the renderer does not know
 */
export function strategicMerge(base: Mapping, patch: Mapping): Mapping {
  const merged: Mapping = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$")) {
      throw new ManifestError(`the directive ${key} is not supported: write the patch without it`);
    }
    if (value === null) {
      delete merged[key];
    } else {
      merged[key] = mergeValue(key, base[key], value);
    }
  }
  return merged;
}

function mergeValue(key: string, base: Value | undefined, patch: Value): Value {
  if (isMapping(patch)) {
    return strategicMerge(isMapping(base) ? base : {}, patch);
  }
  const mergeKey = mergeKeys[key];
  if (Array.isArray(patch) && Array.isArray(base) && mergeKey !== undefined) {
    return mergeLists(base, patch, mergeKey);
  }
  return patch;
}

function mergeLists(base: Value[], patch: Value[], mergeKey: string): Value[] {
  const merged = [...base];
  for (const item of patch) {
    const index = merged.findIndex(
      (candidate) =>
        isMapping(candidate) && isMapping(item) && candidate[mergeKey] === item[mergeKey],
    );
    const existing = merged[index];
    if (isMapping(existing) && isMapping(item)) {
      merged[index] = strategicMerge(existing, item);
    } else {
      merged.push(item);
    }
  }
  return merged;
}
