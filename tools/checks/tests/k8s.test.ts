import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { checkK8s } from "../src/k8s/check-k8s.ts";
import { at, containersOf } from "../src/k8s/manifest.ts";
import { render } from "../src/k8s/render.ts";

const fixtures = join(import.meta.dirname, "../fixtures");

describe("the renderer", () => {
  test.each([
    ["field", "helmCharts"],
    ["patch", "matches no object"],
    ["image", "no container has the image nobody"],
    ["merge", "no ConfigMap nobody"],
    ["directive", "$patch is not supported"],
    ["twins", "two objects Deployment web"],
    ["missing", "no such file"],
  ])("the renderer refuses what it cannot render: %s", (folder, message) => {
    expect(() => render(join(fixtures, "k8s-refused", folder))).toThrow(message);
  });

  test("the renderer puts components, patches, images, labels and namespace over the base", () => {
    const [deployment, map] = render(join(fixtures, "k8s-render/overlay"));
    expect(map).toMatchObject({ kind: "ConfigMap", data: { COLOUR: "red", SIZE: "a=b" } });
    expect(map?.metadata.name).toMatch(/^web-[0-9a-f]{10}$/);
    expect(deployment).toMatchObject({
      metadata: { name: "web", namespace: "place", labels: { team: "chat" } },
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web", team: "chat" } } },
      },
    });
    const containers = deployment === undefined ? [] : containersOf(deployment);
    expect(containers).toEqual([
      {
        name: "app",
        image: "registry.example.com/web:2",
        envFrom: [{ configMapRef: { name: map?.metadata.name } }],
        securityContext: { readOnlyRootFilesystem: true },
      },
      { name: "side", image: "other:1" },
    ]);
    expect(at(deployment, "spec", "selector", "matchLabels", "team")).toBeUndefined();
  });

  test("the component for a collector tells every service its address, and lets all pods reach it", () => {
    const folder = mkdtempSync(join(tmpdir(), "overlay-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const manifests = join(import.meta.dirname, "../../../deploy/k8s");
    const to = (path: string) => relative(folder, join(manifests, path));
    const lines = [
      "apiVersion: kustomize.config.k8s.io/v1beta1",
      "kind: Kustomization",
      `resources: [${to("overlays/production")}]`,
      `components: [${to("components/collector")}]`,
    ];
    writeFileSync(join(folder, "kustomization.yaml"), lines.join("\n"));
    const rendered = render(folder);
    const exporting = rendered.filter(
      (manifest) => at(manifest, "data", "OTEL_EXPORTER_OTLP_ENDPOINT") !== undefined,
    );
    expect(new Set(exporting.map(({ metadata }) => metadata.name.split("-")[0]))).toEqual(
      new Set(["gateway", "users", "channels", "messages", "events", "webhooks"]),
    );
    expect(rendered.some(({ metadata }) => metadata.name === "allow-collector")).toBe(true);
  });

  test("the renderer names a generated map by its content", () => {
    const [, base] = render(join(fixtures, "k8s-render/base"));
    const [, overlay] = render(join(fixtures, "k8s-render/overlay"));
    expect(base?.metadata.name).not.toBe(overlay?.metadata.name);
  });
});

describe("the check of deploy/k8s", async () => {
  const problems = await checkK8s(join(fixtures, "k8s-broken"));
  const messages = problems.map(({ message }) => message).join("\n");

  test.each([
    ["an unknown field", "'livenesProbe' does not exist"],
    ["a missing required field", "required property port"],
    ["an unknown kind", "there is no schema for Daemon in apps/v2"],
    ["a missing Secret", "there is no Secret nowhere"],
    ["a missing ServiceAccount", "there is no ServiceAccount nobody"],
    ["a selector that misses its own pods", 'Deployment web: selects {"app":"other"}'],
    ["a Service without pods", 'Service nobody: selects {"app":"nobody"}'],
    ["a port that nobody opens", "targets port http"],
    ["a peer that does not exist", "CHANNELS_URL names the Service channels"],
    ["a peer on the wrong port", "USERS_URL names a port"],
    ["a peer that is not headless", "is not headless"],
    ["a pod that may be root", "runAsNonRoot"],
    ["a writable root filesystem", "readOnlyRootFilesystem"],
    ["a container with capabilities", "capabilities.drop"],
    ["an image without a version", "a tag that is not latest"],
    ["an image of others without a digest", "container redis needs an image with a digest"],
    ["an image for an operator without a digest", "spec.imageName needs a digest"],
    ["missing probes", "a readinessProbe on /readyz"],
    ["missing resources", "a memory limit"],
    ["a namespace that is open by default", "denies everything"],
    ["a missing disruption budget", "a PodDisruptionBudget"],
    ["a number of replicas that two owners set", "no spec.replicas"],
    ["an autoscaler that follows memory", "follows memory"],
    ["an autoscaler that follows what nobody offers", "follows queues"],
    ["an autoscaler that follows what nobody measures", "follows guests"],
    ["a missing variable", "NATS_URL is required"],
    ["an unknown variable", "COLOUR is not in"],
    ["a refused value", "must be a number"],
    ["programs that disagree", "PARTITIONS is 16, but 1 in Deployment web"],
    ["a secret in a ConfigMap", "KEY is a secret"],
  ])("the check of deploy/k8s finds %s", (_, message) => {
    expect(messages).toContain(message);
  });

  test("the check of deploy/k8s takes an autoscaler that follows what is measured and offered", () => {
    expect(messages).not.toContain("visits_of_all");
  });

  test("the check of deploy/k8s does not demand a variable that has a default", () => {
    expect(messages).not.toContain("LEVEL");
  });
});
