import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { parseAllDocuments, stringify } from "yaml";

import { builtHelm } from "../cluster/programs.ts";
import { type Manifest, type Mapping, toManifest, type Value } from "../k8s/manifest.ts";
import { render } from "../k8s/render.ts";
import type { Problem } from "../problem.ts";
import { chartFolder, chartObjects, renderWithComponents } from "./chart-files.ts";
import { valuesOf } from "./chart-values.ts";
import { mapStrings, yamlOfHelm } from "./template.ts";

const howToGetHelm = "npm run check:cluster builds one";
/** Helm believes to be on a cluster of that version. */
const kubeVersion = "1.34.0";

/** Compares what Helm makes of the chart with what Kustomize makes of the overlays. */
export function checkChart(root: string): Problem[] {
  if (!existsSync(join(root, chartFolder))) return [];
  const helm = findHelm(root);
  if (helm === undefined) {
    console.log(`NOT CHECKED: the chart, because there is no helm: ${howToGetHelm}.`);
    return [];
  }
  const overlay = (name: string): Manifest[] =>
    chartObjects(render(join(root, "deploy/k8s/overlays", name)));
  const all = renderWithComponents(root);
  const folder = mkdtempSync(join(tmpdir(), "chart-"));
  try {
    const allValues = join(folder, "values.yaml");
    writeFileSync(allValues, stringify(valuesOf(all), yamlOfHelm));
    const cases: [string, Manifest[], string[]][] = [
      ["production", overlay("production"), []],
      ["dev", overlay("dev"), ["--values", join(root, chartFolder, "values-dev.yaml")]],
      ["production with all components", all, ["--values", allValues]],
    ];
    return cases.flatMap(([name, expected, args]) => {
      const found = template(helm, join(root, chartFolder), args);
      return typeof found === "string"
        ? [{ file: chartFolder, message: found }]
        : compare(expected, found).map((message) => ({
            file: chartFolder,
            message: `${name}: ${message}`,
          }));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Finds the helm of this machine, also where Go installs it, and where `npm run check:cluster` builds it. */
function findHelm(root: string): string | undefined {
  const candidates = ["helm", join(homedir(), "go/bin/helm"), builtHelm(root)];
  return candidates.find((helm) => spawnSync(helm, ["version"]).status === 0);
}

/** Returns the objects that Helm renders, or what it refuses. */
function template(helm: string, chart: string, args: readonly string[]): Manifest[] | string {
  const command = [
    "template",
    "team-chat",
    chart,
    "--namespace",
    "team-chat",
    "--kube-version",
    kubeVersion,
    ...args,
  ];
  const { status, stderr, stdout } = spawnSync(helm, command, { encoding: "utf8" });
  if (status !== 0) return `helm does not render it: ${stderr}`;
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Value)
    .filter((value) => value !== null)
    .map((value) => toManifest(value as Mapping, chart));
}

/** Says which objects differ, by kind and name. */
export function compare(expected: readonly Manifest[], found: readonly Manifest[]): string[] {
  const [overlay, chart] = [byName(expected), byName(found)];
  const names = new Set([...overlay.keys(), ...chart.keys()]);
  return [...names].flatMap((name) => {
    const [one, other] = [overlay.get(name), chart.get(name)];
    if (one === undefined) return [`${name} is only in the chart`];
    if (other === undefined) return [`${name} is only in the overlay`];
    return isDeepStrictEqual(one, other)
      ? []
      : [
          `${name} differs: ${JSON.stringify(one)} in the overlay, ${JSON.stringify(other)} in the chart`,
        ];
  });
}

/** Orders objects by kind and name, without what must differ: hashes of names, and how Helm runs the migration. */
function byName(manifests: readonly Manifest[]): Map<string, Value> {
  return new Map(
    manifests.map((manifest) => {
      const plain = mapStrings(manifest, (text) =>
        text.replace(/^(?<name>[a-z]+)-[0-9a-f]{10}$/, "$<name>"),
      ) as Manifest;
      const annotations = Object.entries(plain.metadata["annotations"] ?? {}).filter(
        ([key]) => !key.startsWith("helm.sh/"),
      );
      const { annotations: _, ...metadata } = plain.metadata;
      const kept = annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) };
      return [
        `${plain.kind} ${plain.metadata.name}`,
        { ...plain, metadata: { ...metadata, ...kept } },
      ];
    }),
  );
}
