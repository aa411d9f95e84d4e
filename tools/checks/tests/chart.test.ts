import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

import { differences } from "../src/chart/chart-values.ts";
import { compare } from "../src/chart/check-chart.ts";
import { Template } from "../src/chart/template.ts";
import { type Manifest, readManifests, textAt } from "../src/k8s/manifest.ts";

const root = join(import.meta.dirname, "../../..");

describe("the chart", () => {
  const service: Manifest = { apiVersion: "v1", kind: "Service", metadata: { name: "web" } };

  test("an object that Helm renders otherwise than Kustomize is named", () => {
    const other = { ...service, spec: { clusterIP: "None" } };
    expect(compare([service], [other])).toEqual([expect.stringContaining("Service web differs")]);
    expect(compare([service], [])).toEqual(["Service web is only in the overlay"]);
    expect(compare([], [service])).toEqual(["Service web is only in the chart"]);
  });

  test("hashes of names and the hooks of Helm are no difference", () => {
    const map = (hash: string, annotations?: Record<string, string>): Manifest => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: `web-${hash}`, ...(annotations && { annotations }) },
    });
    const hook = { "helm.sh/hook": "pre-install" };
    expect(compare([map("0123456789")], [map("abcdef0123", hook)])).toEqual([]);
  });

  test("values and conditions of a template stand in it without quotes", () => {
    const template = new Template();
    const pod: Manifest = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: template.value(".Values.name") },
      spec: { list: ["a", template.condition(".Values.b"), "b", template.condition()] },
      data: template.mapping(".Values.data"),
    };
    expect(template.write(pod)).toBe(`---
apiVersion: v1
kind: Pod
metadata:
  name: {{ .Values.name }}
spec:
  list:
    - a
{{- if .Values.b }}
    - b
{{- end }}
data:
{{ toYaml (.Values.data) | indent 2 }}
`);
  });

  test("values of another overlay are what differs, and null where there is nothing", () => {
    expect(differences({ a: 1, b: { c: 1, d: 2 }, e: 3 }, { a: 1, b: { c: 2, d: 2 } })).toEqual({
      b: { c: 2 },
      e: null,
    });
  });
});

test("deploy/secrets makes the secrets of the example, but those that only their owners have", () => {
  const { stdout } = spawnSync(join(root, "deploy/secrets"), { encoding: "utf8" });
  const made = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  const keysOf = (manifests: readonly Manifest[], field: string): string[] =>
    manifests
      .map(({ [field]: data, metadata }) =>
        [textAt(metadata, "namespace"), metadata.name, ...Object.keys(data ?? {}).toSorted()].join(
          " ",
        ),
      )
      .toSorted();
  const owners = new Set(["gateway-tls", "mail", "saml", "team-chat-backup"]);
  const example = readManifests(join(root, "deploy/secrets.example.yaml"));
  expect(keysOf(made, "data")).toEqual(
    keysOf(
      example.filter(({ metadata }) => !owners.has(metadata.name)),
      "stringData",
    ),
  );
});
