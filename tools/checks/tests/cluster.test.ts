import { describe, expect, test } from "vitest";

import { installSteps } from "../src/cluster/install-steps.ts";
import { liveProblems, replacedObjects } from "../src/cluster/live-objects.ts";
import { podOf, templateHash } from "../src/cluster/workload-pods.ts";
import type { Manifest, Value } from "../src/k8s/manifest.ts";

/** Makes an object of the namespace `chat`. */
function object(kind: string, name: string, fields: Record<string, Value> = {}): Manifest {
  const { labels = {}, uid = "1", ...others } = fields;
  const metadata = { name, namespace: "chat", labels, uid };
  return { apiVersion: "v1", kind, metadata, ...others };
}

const ports = [{ name: "http", containerPort: 8080 }];
const pod = object("Pod", "web-1", {
  labels: { app: "web" },
  spec: { containers: [{ name: "app", ports }] },
});
const selector = { matchLabels: { app: "web" } };

function problemsOf(...others: Manifest[]): string[] {
  return liveProblems({ pods: [pod], others });
}

describe("the check of the cluster", () => {
  test("the check of the cluster runs the commands of the page's steps, and not those that it only shows", () => {
    const page = [
      "# Page",
      "## Before",
      "```sh\nnever\n```",
      "## Steps",
      "### 1. First",
      "```sh\none\ntwo\n```",
      "```console\n$ shown\n```",
      "## After",
      "```sh\nnever\n```",
    ];
    expect(installSteps(page.join("\n"))).toEqual([
      { title: "1. First", line: 9, commands: "one\ntwo\n" },
    ]);
  });

  test("the check of the cluster finds a disruption budget that protects no pod", () => {
    const budget = (app: string): Manifest =>
      object("PodDisruptionBudget", "web", { spec: { selector: { matchLabels: { app } } } });
    expect(problemsOf(budget("web"))).toEqual([]);
    expect(problemsOf(budget("nobody"))).toEqual(["PodDisruptionBudget chat/web protects no pod"]);
  });

  test("the check of the cluster finds policies whose pods or peers are not there, but for peers of others", () => {
    const policy = (spec: Record<string, Value>): Manifest =>
      object("NetworkPolicy", "web", { spec });
    const from = (...peers: Value[]): Value => [{ from: peers }];
    const elsewhere = { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } };
    const nobody = { matchLabels: { app: "nobody" } };
    const fine = { podSelector: selector, ingress: from({ podSelector: selector }) };
    expect(problemsOf(policy(fine))).toEqual([]);
    expect(
      problemsOf(
        policy({
          podSelector: {},
          ingress: from({ namespaceSelector: elsewhere, podSelector: nobody }),
        }),
      ),
    ).toEqual([]);
    expect(problemsOf(policy({ podSelector: nobody }))).toEqual([
      expect.stringContaining("applies to no pod"),
    ]);
    expect(
      problemsOf(policy({ podSelector: {}, egress: [{ to: [{ podSelector: nobody }] }] })),
    ).toEqual([expect.stringContaining("names a peer that is no pod")]);
  });

  test("the check of the cluster knows the pods that the operator of PostgreSQL makes by their label", () => {
    const instances = { matchLabels: { "cnpg.io/cluster": "db" } };
    const policy = object("NetworkPolicy", "db", { spec: { podSelector: instances } });
    expect(problemsOf(policy)).toHaveLength(1);
    expect(problemsOf(policy, object("Cluster", "db"))).toEqual([]);
  });

  test("the check of the cluster finds Services that lead to no pod, or to none that opens their port", () => {
    const service = (app: string, targetPort: Value): Manifest =>
      object("Service", "web", { spec: { selector: { app }, ports: [{ port: 80, targetPort }] } });
    expect(problemsOf(service("web", "http"))).toEqual([]);
    expect(problemsOf(service("web", 8080))).toEqual([]);
    expect(problemsOf(service("nobody", "http"))).toEqual(["Service chat/web leads to no pod"]);
    expect(problemsOf(service("web", "other"))).toEqual([
      "Service chat/web leads to no pod that opens the port other",
    ]);
  });

  test("the check of the cluster finds scaling of what is not there", () => {
    const scaleTargetRef = { kind: "Deployment", name: "web" };
    const scaler = object("HorizontalPodAutoscaler", "web", { spec: { scaleTargetRef } });
    expect(problemsOf(scaler, object("Deployment", "web"))).toEqual([]);
    expect(problemsOf(scaler)).toHaveLength(1);
  });

  test("a pod that stands for those of a workload has its template, labels and volumes", () => {
    const template = { metadata: { labels: { app: "db" } }, spec: { containers: [] } };
    const claims = [{ metadata: { name: "data" } }];
    const workload = object("StatefulSet", "db", {
      spec: { template, volumeClaimTemplates: claims },
    });
    expect(podOf(workload, "db-x")).toMatchObject({
      metadata: { name: "db-x", labels: { app: "db", "check/of": "db" } },
      spec: { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data-db-0" } }] },
    });
    const changed = object("StatefulSet", "db", { spec: { template: { ...template, a: 1 } } });
    expect(templateHash(changed)).not.toBe(templateHash(workload));
  });

  test("the check of the cluster names objects that were made anew, or are gone", () => {
    const before = { pods: [], others: [object("Service", "a"), object("Service", "b")] };
    const after = { pods: [], others: [object("Service", "a", { uid: "2" })] };
    expect(replacedObjects(before, after)).toEqual(["Service chat/a", "Service chat/b"]);
    expect(replacedObjects(before, before)).toEqual([]);
  });
});
