import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { readSources } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";

/** As `sha256sum` writes and checks it. */
const recorded = "tools/checks/migrations.sha256";
const line = /^(?<digest>[\da-f]{64}) {2}(?<path>\S+)$/gm;

/**
 * Computes the record of the digests of all migrations, to which it only adds, and finds migrations that differ from
 * it: an installation that has applied one refuses to start when even its comments have changed.
 */
export function migrationDigests(root: string): Generated[] {
  const before = recordedDigests(root);
  const now = new Map(
    readSources(root, "{services,libs}/*/migrations/*.sql").map(({ path, text }) => [
      path,
      createHash("sha256").update(text).digest("hex"),
    ]),
  );
  const paths = [...new Set([...before.keys(), ...now.keys()])].toSorted();
  const content = paths
    .map((path) => `${before.get(path) ?? now.get(path) ?? ""}  ${path}\n`)
    .join("");
  const changed = [...before].filter(([path, digest]) => now.get(path) !== digest);
  return [
    ...(paths.length === 0 ? [] : [{ path: recorded, content }]),
    ...changed.map(([path]) => ({
      file: path,
      message: "has changed, and installations that have applied it would not start: add another",
    })),
  ];
}

function recordedDigests(root: string): ReadonlyMap<string, string> {
  const path = join(root, recorded);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return new Map(
    [...text.matchAll(line)].map(({ groups }) => [
      groups?.["path"] ?? "",
      groups?.["digest"] ?? "",
    ]),
  );
}
