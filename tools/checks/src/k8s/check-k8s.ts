import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";
import { configKeyProblems } from "./config-keys.ts";
import { databaseProblems } from "./database-budget.ts";
import { databaseUses } from "./database-uses.ts";
import { coverageProblems, digestProblems, podProblems, probeProblems } from "./hardening.ts";
import { unknownFields } from "./known-fields.ts";
import { type Manifest, ManifestError, readManifests } from "./manifest.ts";
import { peerProblems } from "./peers.ts";
import { brokenReferences } from "./references.ts";
import { render } from "./render.ts";
import { scalingProblems } from "./scaling.ts";
import { schemaProblems } from "./schemas.ts";

const secretExamples = "deploy/secrets.example.yaml";

/**
 * Renders every overlay of deploy/k8s and deploy/data and checks the objects: schemas, fields, references, hardening,
 * what pods scale by, and the configuration of our programs.
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
  for (const overlay of [
    ...overlays,
    ...listPaths(root, "deploy/data/overlays/*/kustomization.yaml"),
  ]) {
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
  const isOurs = folder.startsWith("deploy/k8s/");
  const ours = isOurs ? await programProblems(root, rendered, secrets) : digestProblems;
  const sums = isOurs ? await sumProblems(root, folder, rendered) : [];
  const found = manifests.flatMap((manifest, index) => {
    const messages = [
      ...schemaProblems(manifest),
      ...(fields[index] ?? []),
      ...(references.get(manifest) ?? []),
      ...podProblems(manifest),
      ...ours(manifest),
    ];
    return messages.map((message) => ({
      file: folder,
      message: `${manifest.kind} ${manifest.metadata.name}: ${message}`,
    }));
  });
  return [...sums.map((message) => ({ file: folder, message })), ...found];
}

/** Compares what all pods together take of PostgreSQL with the server of the overlay of deploy/data of that name. */
async function sumProblems(
  root: string,
  folder: string,
  rendered: readonly Manifest[],
): Promise<string[]> {
  const data = folder.replace("deploy/k8s/", "deploy/data/");
  const servers = existsSync(join(root, data)) ? render(join(root, data)) : [];
  return databaseProblems(await databaseUses(root, rendered), servers);
}

/** Returns what finds problems in objects that run programs of ours. */
async function programProblems(
  root: string,
  rendered: readonly Manifest[],
  secrets: readonly Manifest[],
): Promise<(manifest: Manifest) => string[]> {
  const coverage = coverageProblems(rendered);
  const keys = await configKeyProblems(root, rendered, secrets);
  const scaling = scalingProblems(root);
  return (manifest) => [
    ...scaling(manifest),
    ...peerProblems(manifest, rendered),
    ...probeProblems(manifest),
    ...(coverage.get(manifest) ?? []),
    ...(keys.get(manifest) ?? []),
  ];
}
