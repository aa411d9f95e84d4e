import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { parseAllDocuments, stringify } from "yaml";

import type { Manifest } from "../k8s/manifest.ts";
import type { Problem } from "../problem.ts";
import type { Cluster } from "./cluster.ts";
import { type InstallStep, installSteps } from "./install-steps.ts";
import type { LiveObjects } from "./live-objects.ts";
import { type Outcome, run } from "./run.ts";

const page = "docs/install.md";
const overlay = "deploy/k8s/overlays/production/kustomization.yaml";
/** Secrets that the page has its reader bring. */
const broughtAlong = new Set(["gateway-tls", "team-chat-backup"]);

const services = "team-chat";
const data = "team-chat-data";
const kinds = [
  "deployments,statefulsets,services,serviceaccounts,configmaps,networkpolicies",
  "horizontalpodautoscalers,poddisruptionbudgets,ingresses,clusters.postgresql.cnpg.io",
];

interface Surroundings {
  readonly cluster: Cluster;
  /** Ends commands that wait for what will never be. */
  readonly signal: AbortSignal;
}

/** Does what a reader of docs/install.md does, on a copy of deploy, which may be changed. */
export class Installation {
  readonly #cluster: Cluster;
  /** Holds `deploy`. */
  readonly #folder: string;
  readonly #steps: readonly InstallStep[];
  readonly #withHelm: readonly InstallStep[];
  readonly #signal: AbortSignal;

  constructor(root: string, folder: string, { cluster, signal }: Surroundings) {
    this.#signal = signal;
    cpSync(join(root, "deploy"), join(folder, "deploy"), { recursive: true });
    this.#cluster = cluster;
    this.#folder = folder;
    const text = readFileSync(join(root, page), "utf8");
    this.#steps = installSteps(text);
    this.#withHelm = installSteps(text, "With Helm");
  }

  /** Runs the commands of the first step of the page, or of all others, until one fails. */
  async follow(part: "first" | "others"): Promise<Problem[]> {
    const steps = part === "first" ? this.#steps.slice(0, 1) : this.#steps.slice(1);
    return await this.#run(steps);
  }

  /** Runs the commands of the step that makes the Secrets. */
  async makeSecrets(): Promise<Problem[]> {
    return await this.#run(this.#steps.filter(({ title }) => title.endsWith("Secrets")));
  }

  /** Runs the commands that install the chart, or change it, with these arguments of Helm besides. */
  async installChart(...args: string[]): Promise<Problem[]> {
    // It would wait for ReplicaSets, which nobody makes here.
    const change = (commands: string): string =>
      commands.replace(/ --wait\b/, ["", ...args].join(" "));
    return await this.#run(
      this.#withHelm.map((step) => ({ ...step, commands: change(step.commands) })),
    );
  }

  async #run(steps: readonly InstallStep[]): Promise<Problem[]> {
    if (steps.length === 0) return [{ file: page, message: "has no commands for this step" }];
    for (const step of steps) {
      const messages = refusals(await this.#bash(step.commands));
      if (messages.length > 0)
        return messages.map((message) => ({ file: page, line: step.line, message }));
    }
    return [];
  }

  /** Puts the Secrets into the cluster that the page takes for granted. */
  async bringSecrets(): Promise<void> {
    const example = readFileSync(join(this.#folder, "deploy/secrets.example.yaml"), "utf8");
    const secrets = parseAllDocuments(example)
      .map((document) => document.toJS() as Manifest)
      .filter(({ metadata }) => broughtAlong.has(metadata.name));
    const input = secrets.map((secret) => stringify(secret)).join("---\n");
    const { status, stderr } = await this.#cluster.kubectl(["apply", "-f", "-"], { input });
    if (status !== 0) throw new Error(`deploy/secrets.example.yaml is refused: ${stderr}`);
  }

  /** Changes the production overlay. @throws Error when it does not say what is to be changed */
  change(from: string, to: string): void {
    const file = join(this.#folder, overlay);
    const text = readFileSync(file, "utf8");
    if (!text.includes(from)) throw new Error(`${overlay} does not say ${from}`);
    writeFileSync(file, text.replaceAll(from, to));
  }

  /** Applies an overlay in the form that finds unknown fields, and changes nothing. */
  async tryOut(folder: string): Promise<Problem[]> {
    // Under a name of its own, so that it does not take over what the page applies.
    const form = [
      "--server-side",
      "--field-manager=check",
      "--dry-run=server",
      "--validate=strict",
    ];
    const args = ["apply", ...form, "-k", folder];
    const outcome = await this.#cluster.kubectl(args, { cwd: this.#folder });
    return refusals(outcome).map((message) => ({ file: folder, message }));
  }

  async rollout(name = "production"): Promise<Outcome> {
    return await this.#bash(`deploy/rollout ${name}\n`);
  }

  /** Reads everything that is in the namespaces of the product. */
  async objects(): Promise<LiveObjects> {
    const lists = await Promise.all(
      [services, data].map(async (namespace) => ({
        pods: await this.#cluster.list(namespace, "pods"),
        others: await this.#cluster.list(namespace, ...kinds),
      })),
    );
    return {
      pods: lists.flatMap(({ pods }) => pods),
      others: lists.flatMap(({ others }) => others),
    };
  }

  async #bash(commands: string): Promise<Outcome> {
    return await run("bash", ["-eo", "pipefail", "-c", commands], {
      cwd: this.#folder,
      env: this.#cluster.env,
      signal: this.#signal,
    });
  }
}

/** Finds what kubectl was told beside that all is well. */
function refusals({ status, stderr, stdout }: Outcome): string[] {
  const lines = stderr.split("\n").filter((line) => line !== "");
  // The page has its reader run `kubectl create` again, which refuses what exists, and says so.
  const others = lines.filter((line) => !line.includes("(AlreadyExists)"));
  const hasFailed = status !== 0 && (others.length > 0 || lines.length === 0);
  return hasFailed
    ? [`ends with ${status}: ${(others.length > 0 ? others : [stdout]).slice(-5).join("; ")}`]
    : others.filter((line) => line.startsWith("Warning:"));
}
