import { existsSync, readFileSync } from "node:fs";

import { parseAllDocuments } from "yaml";

/** Any value of a YAML document. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** A mapping of a YAML document. */
export type Mapping = Record<string, Value>;

/** A Kubernetes object; the schemas check the rest of its shape. */
export interface Manifest {
  [key: string]: Value;
  apiVersion: string;
  kind: string;
  metadata: { [key: string]: Value; name: string };
}

/** Thrown with the file's name when a file below deploy/k8s cannot be understood. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}

/** Reads all documents of a YAML file. @throws ManifestError with the place of a syntax error */
export function readDocuments(path: string): Mapping[] {
  if (!existsSync(path)) {
    throw new ManifestError(`${path}: no such file`);
  }
  return parseAllDocuments(readFileSync(path, "utf8"), { uniqueKeys: true }).map((document) => {
    const [problem] = document.errors;
    if (problem !== undefined) {
      throw new ManifestError(`${path}: ${problem.message}`);
    }
    const value = document.toJS() as Value;
    if (!isMapping(value)) {
      throw new ManifestError(`${path}: every document must be a mapping`);
    }
    return value;
  });
}

/** Reads the Kubernetes objects of a YAML file. @throws ManifestError when one has no kind or name */
export function readManifests(path: string): Manifest[] {
  return readDocuments(path).map((document) => toManifest(document, path));
}

/** Accepts a mapping that has the fields every Kubernetes object has. @throws ManifestError otherwise */
export function toManifest(document: Mapping, path: string): Manifest {
  const { apiVersion, kind, metadata } = document;
  if (typeof apiVersion !== "string" || typeof kind !== "string") {
    throw new ManifestError(`${path}: an object needs apiVersion and kind`);
  }
  if (metadata === undefined || !isMapping(metadata) || typeof metadata["name"] !== "string") {
    throw new ManifestError(`${path}: an object needs metadata.name`);
  }
  return document as Manifest;
}

/** Tells a mapping from lists and scalars. */
export function isMapping(value: Value | undefined): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows keys through mappings; undefined as soon as one is missing. */
export function at(value: Value | undefined, ...keys: string[]): Value | undefined {
  return keys.reduce<Value | undefined>(
    (inner, key) => (isMapping(inner) ? inner[key] : undefined),
    value,
  );
}

/** Returns the text or number found by following keys, as text; empty when there is none. */
export function textAt(value: Value | undefined, ...keys: string[]): string {
  const found = at(value, ...keys);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

/** Lists the mappings in a list, and nothing when the value is no list. */
export function mappingsIn(value: Value | undefined): Mapping[] {
  return Array.isArray(value) ? value.filter((item) => isMapping(item)) : [];
}

/** Returns the pod template of a workload, or undefined for other kinds. */
export function podTemplateOf(manifest: Manifest): Mapping | undefined {
  const template = at(manifest, "spec", "template");
  return isMapping(template) ? template : undefined;
}

/** Lists all containers of a workload, init containers first. */
export function containersOf(manifest: Manifest): Mapping[] {
  const spec = at(podTemplateOf(manifest), "spec");
  return [...mappingsIn(at(spec, "initContainers")), ...mappingsIn(at(spec, "containers"))];
}
