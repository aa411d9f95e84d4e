import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { stringify } from "yaml";

import type { GeneratedFile } from "../generated/generated-file.ts";
import {
  at,
  containersOf,
  isMapping,
  type Manifest,
  type Mapping,
  mappingsIn,
} from "../k8s/manifest.ts";
import { render } from "../k8s/render.ts";
import { differences, imageOf, valuesOf } from "./chart-values.ts";
import { mapStrings, plainName, Template, yamlOfHelm } from "./template.ts";

/** Folder of the chart. */
export const chartFolder = "deploy/chart";
const overlays = "deploy/k8s/overlays";
/** Kinds of objects that are there before the chart, as docs/install.md says. */
const clusterWide = new Set(["Namespace", "PriorityClass"]);
const optional: Readonly<Record<string, string>> = {
  "allow-mail": ".Values.mail.enabled",
  "allow-collector": ".Values.collector.enabled",
};

const about = "# Generated from deploy/k8s by npm run generate.\n";
const description = `${about}apiVersion: v2
name: team-chat
description: The services of Team Chat; how they are installed is in docs/install.md.
version: 0.0.0
kubeVersion: ">=1.31.0-0"
`;

/** Writes the Helm chart that renders what the overlays of deploy/k8s do. */
export function chartFiles(root: string): GeneratedFile[] {
  if (!existsSync(join(root, overlays, "production"))) return [];
  const production = chartObjects(render(join(root, overlays, "production")));
  const dev = chartObjects(render(join(root, overlays, "dev")));
  const values = valuesOf(production);
  return [
    file("Chart.yaml", description),
    file("values.yaml", `${about}${stringify(values, yamlOfHelm)}`),
    file("values-dev.yaml", `${about}${stringify(differences(values, valuesOf(dev)), yamlOfHelm)}`),
    file("templates/all.yaml", `${about}${templates(renderWithComponents(root))}`),
  ];
}

function file(path: string, content: string): GeneratedFile {
  return { path: `${chartFolder}/${path}`, content };
}

/** Renders the production overlay with all components that overlays may name. */
export function renderWithComponents(root: string): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), "components-"));
  const to = (path: string): string => relative(folder, join(root, "deploy/k8s", path));
  const lines = [
    "apiVersion: kustomize.config.k8s.io/v1beta1",
    "kind: Kustomization",
    `resources: [${to("overlays/production")}]`,
    `components: [${to("components/mail")}, ${to("components/collector")}]`,
  ];
  try {
    writeFileSync(join(folder, "kustomization.yaml"), lines.join("\n"));
    return chartObjects(render(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Leaves out what belongs to the whole cluster. */
export function chartObjects(manifests: readonly Manifest[]): Manifest[] {
  return manifests.filter(({ kind }) => !clusterWide.has(kind));
}

function templates(manifests: readonly Manifest[]): string {
  const template = new Template();
  const image = imageOf(manifests);
  return manifests
    .map((manifest) => {
      const marked = mapStrings(asHook(manifest), (text) => {
        if (text === image) return template.value(".Values.image | quote");
        if (text === "unknown") return template.value(".Values.secretsHash | quote");
        return named(text, manifests) ? `${plainName(text)}-${hashMark(template, text)}` : text;
      }) as Manifest;
      mark(marked, template);
      const conditions = { Ingress: ".Values.ingress.enabled" } as Readonly<Record<string, string>>;
      return template.write(marked, conditions[marked.kind] ?? optional[marked.metadata.name]);
    })
    .join("");
}

function named(text: string, manifests: readonly Manifest[]): boolean {
  return manifests.some(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === text);
}

/** Lets the name of a ConfigMap follow from its content, so that a changed value starts new pods. */
function hashMark(template: Template, name: string): string {
  return template.value(`.Values.config.${plainName(name)} | toJson | sha256sum | trunc 10`);
}

/** Runs the migration before everything else, with what it needs. */
function asHook(manifest: Manifest): Manifest {
  const labels = at(manifest, "metadata", "labels");
  if (at(labels, "app.kubernetes.io/component") !== "migration") return manifest;
  const { annotations } = manifest.metadata;
  return {
    ...manifest,
    metadata: {
      ...manifest.metadata,
      annotations: {
        ...(isMapping(annotations) ? annotations : {}),
        "helm.sh/hook": "pre-install,pre-upgrade",
        "helm.sh/hook-weight": manifest.kind === "Job" ? "1" : "0",
        "helm.sh/hook-delete-policy": "before-hook-creation",
      },
    },
  };
}

/** Puts marks where values of the chart belong. */
function mark(manifest: Manifest, template: Template): void {
  const { kind, metadata, spec } = manifest;
  if ("namespace" in metadata) metadata["namespace"] = template.value(".Release.Namespace");
  if (kind === "ConfigMap") {
    const plain = metadata.name.replace(/-__mark\d+__$/, "");
    manifest["data"] = template.mapping(`.Values.config.${plain}`);
  }
  if (kind === "HorizontalPodAutoscaler" && isMapping(spec))
    markScaling(metadata.name, spec, template);
  if (kind === "Ingress") markIngress(manifest, template);
  for (const container of containersOf(manifest)) {
    const env = mappingsIn(container["env"]);
    const mail = env.filter(
      (variable) => at(variable, "valueFrom", "secretKeyRef", "name") === "mail",
    );
    if (mail.length > 0) {
      const others = env.filter((variable) => !mail.includes(variable));
      const begin = template.condition(".Values.mail.enabled");
      container["env"] = [...others, begin, ...mail, template.condition()];
    }
  }
}

/** Puts marks for the bounds, and for metrics that need an adapter, which not every cluster has. */
function markScaling(name: string, spec: Mapping, template: Template): void {
  for (const bound of ["minReplicas", "maxReplicas"])
    spec[bound] = template.value(`.Values.scaling.${name}.${bound}`);
  const metrics = mappingsIn(spec["metrics"]);
  const ofPods = metrics.filter(({ type }) => type !== "Resource");
  if (ofPods.length === 0) return;
  const others = metrics.filter((one) => !ofPods.includes(one));
  const begin = template.condition(".Values.podMetrics.enabled");
  spec["metrics"] = [...others, begin, ...ofPods, template.condition()];
}

function markIngress({ metadata, spec }: Manifest, template: Template): void {
  metadata["annotations"] = template.mapping(".Values.ingress.annotations");
  if (!isMapping(spec)) return;
  spec["ingressClassName"] = template.value(".Values.ingress.className");
  const hosts = (): string[] => [
    template.value(".Values.ingress.host | quote"),
    template.value('printf "*.%s" .Values.ingress.host | quote'),
  ];
  for (const tls of mappingsIn(spec["tls"])) tls["hosts"] = hosts();
  const names = hosts();
  for (const [index, rule] of mappingsIn(spec["rules"]).entries())
    rule["host"] = names[index] ?? "";
}
