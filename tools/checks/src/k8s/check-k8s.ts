import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";
import { configKeyProblems } from "./config-keys.ts";
import { coverageProblems, podProblems } from "./hardening.ts";
import { unknownFields } from "./known-fields.ts";
import { type Manifest, ManifestError, readManifests } from "./manifest.ts";
import { peerProblems } from "./peers.ts";
import { brokenReferences } from "./references.ts";
import { render } from "./render.ts";
import { schemaProblems } from "./schemas.ts";

const secretExamples = "deploy/k8s/secrets.example.yaml";

/**
 * Renders every overlay of deploy/k8s and checks the objects: schemas, fields, references, hardening, configuration.
 */
export async function checkK8s(root: string): Promise<Problem[]> {
  const overlays = listPaths(root, "deploy/k8s/overlays/*/kustomization.yaml");
  if (overlays.length === 0) {
    return [
      {
        file: "deploy/k8s/overlays",
        message: "there is no overlay to render: add overlays/<name>/kustomization.yaml",
      },
    ];
  }
  const problems: Problem[] = [];
  for (const overlay of overlays) {
    const folder = overlay.slice(0, -"/kustomization.yaml".length);
    try {
      const path = join(root, secretExamples);
      const secrets = existsSync(path) ? readManifests(path) : [];
      problems.push(...(await checkRendered(root, folder, secrets)));
    } catch (error) {
      if (!(error instanceof ManifestError)) {
        throw error;
      }
      problems.push({ file: folder, message: error.message.replaceAll(`${root}/`, "") });
    }
  }
  return problems;
}

async function checkRendered(
  root: string,
  folder: string,
  secrets: readonly Manifest[],
): Promise<Problem[]> {
  const rendered = render(join(root, folder));
  const manifests = [...rendered, ...secrets];
  const fields = unknownFields(manifests);
  const references = brokenReferences(rendered, secrets);
  const coverage = coverageProblems(rendered);
  const keys = await configKeyProblems(root, rendered, secrets);
  return manifests.flatMap((manifest, index) => {
    const messages = [
      ...schemaProblems(manifest),
      ...(fields[index] ?? []),
      ...(references.get(manifest) ?? []),
      ...peerProblems(manifest, rendered),
      ...podProblems(manifest),
      ...(coverage.get(manifest) ?? []),
      ...(keys.get(manifest) ?? []),
    ];
    return messages.map((message) => ({
      file: folder,
      message: `${manifest.kind} ${manifest.metadata.name}: ${message}`,
    }));
  });
}
