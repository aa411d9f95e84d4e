import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Manifest } from "./manifest.ts";
import { isOfOperator } from "./schemas.ts";

const workspace = join(import.meta.dirname, "../..");
const tsc = join(workspace, "../../node_modules/.bin/tsc");

/**
 * Finds fields that Kubernetes does not know, such as `livenesProbe`. Its JSON schemas let them pass, so the objects
 * are written as literals of the published types and given to the compiler, which does not.
 *
 * Returns one list of messages per object, in the order given.
 */
export function unknownFields(manifests: readonly Manifest[]): string[][] {
  const cache = join(workspace, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "k8s-"));
  try {
    for (const [index, manifest] of manifests.entries()) {
      if (isOfOperator(manifest)) continue;
      writeFileSync(join(folder, `object-${index}.ts`), asTypeScript(manifest));
    }
    const tsconfig = { extends: "../../../../tsconfig.base.json", include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    const { stdout } = spawnSync(tsc, ["-p", folder, "--pretty", "false"], {
      cwd: folder,
      encoding: "utf8",
    });
    return collect(stdout, manifests.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asTypeScript({ apiVersion, kind, ...rest }: Manifest): string {
  const literal = JSON.stringify({ apiVersion, kind, ...rest }, null, 2);
  return `import type { I${kind} } from "kubernetes-models/${apiVersion}";\nexport const object = ${literal} satisfies I${kind};\n`;
}

function collect(output: string, count: number): string[][] {
  const problems = Array.from({ length: count }, (): string[] => []);
  for (const match of output.matchAll(
    /^object-(?<index>\d+)\.ts\(.*?\): error TS\d+: (?<text>.*)$/gm,
  )) {
    problems[Number(match.groups?.["index"])]?.push(
      (match.groups?.["text"] ?? "").replaceAll(/'"|"'/g, "'"),
    );
  }
  return problems;
}
