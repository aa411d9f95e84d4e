import { readFileSync } from "node:fs";
import { join } from "node:path";

import { listPaths } from "../source-files.ts";

/** A workspace of the repository, as its package.json describes it. */
export interface Workspace {
  /** Folder relative to the root, such as `libs/http`. */
  readonly folder: string;
  readonly kind: "client" | "lib" | "service" | "tool" | "bench" | "system";
  readonly name: string;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const kinds: readonly (readonly [prefix: string, kind: Workspace["kind"]])[] = [
  ["clients/", "client"],
  ["libs/", "lib"],
  ["services/", "service"],
  ["tools/", "tool"],
  ["tests/", "system"],
  ["bench", "bench"],
];

/** Reads all workspaces below `root`, sorted by folder. */
export function readWorkspaces(root: string): Workspace[] {
  const manifests = listPaths(root, [
    "{clients,libs,services,tools,tests}/*/package.json",
    "bench/package.json",
  ]);
  return manifests.map((path) => {
    const folder = path.slice(0, -"/package.json".length);
    const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
    return {
      folder,
      kind: kinds.find(([prefix]) => folder.startsWith(prefix))?.[1] ?? "tool",
      name: manifest.name,
      dependencies: Object.keys(manifest.dependencies ?? {}),
      devDependencies: Object.keys(manifest.devDependencies ?? {}),
    };
  });
}
