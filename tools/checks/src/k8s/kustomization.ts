import { join } from "node:path";

import { z } from "zod";

import { ManifestError, readDocuments, type Mapping } from "./manifest.ts";

const strings = z.record(z.string(), z.string());

const patch = z.strictObject({
  path: z.string(),
  target: z.strictObject({ kind: z.string(), name: z.string().optional() }).optional(),
});

const generator = z.strictObject({
  name: z.string(),
  namespace: z.string().optional(),
  behavior: z.enum(["create", "merge"]).default("create"),
  literals: z.array(z.string().regex(/^[^=]+=/, "must read NAME=value")).default([]),
  files: z.array(z.string().regex(/^[^=/]+$/, "must be the name of a file beside it")).default([]),
  options: z
    .strictObject({
      annotations: strings.optional(),
      labels: strings.optional(),
      disableNameSuffixHash: z.boolean().default(false),
    })
    .optional(),
});

const kustomization = z.strictObject({
  apiVersion: z.enum(["kustomize.config.k8s.io/v1beta1", "kustomize.config.k8s.io/v1alpha1"]),
  kind: z.enum(["Kustomization", "Component"]),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  labels: z
    .array(
      z.strictObject({
        pairs: strings,
        includeSelectors: z.literal(false).default(false),
        includeTemplates: z.boolean().default(false),
      }),
    )
    .default([]),
  images: z
    .array(
      z.strictObject({
        name: z.string(),
        newName: z.string().optional(),
        newTag: z.string().optional(),
        digest: z.string().optional(),
      }),
    )
    .default([]),
  configMapGenerator: z.array(generator).default([]),
  patches: z.array(patch).default([]),
});

/** The part of a kustomization.yaml that the renderer understands, with defaults filled in. */
export type Kustomization = z.output<typeof kustomization>;

/** Reads the kustomization.yaml of a folder. @throws ManifestError naming every field that is not understood */
export function readKustomization(folder: string): Kustomization {
  const path = join(folder, "kustomization.yaml");
  const [document] = readDocuments(path);
  return parseKustomization(document ?? {}, path);
}

function parseKustomization(document: Mapping, path: string): Kustomization {
  const result = kustomization.safeParse(document);
  if (result.success) {
    return result.data;
  }
  const problems = result.error.issues.map(
    (issue) => `${issue.path.join(".")}${issue.path.length === 0 ? "" : ": "}${issue.message}`,
  );
  throw new ManifestError(`${path}: ${problems.join("; ")}`);
}
