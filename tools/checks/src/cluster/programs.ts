import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { run } from "./run.ts";

/** Programs that Go builds from the modules that `<folder>/go.mod` names. */
interface GoTools {
  readonly title: string;
  readonly folder: string;
  /** Finds the version in go.mod. */
  readonly version: RegExp;
  /** Variable of the programs that holds their version; they know it themselves when left out. */
  readonly variable?: string;
  /** Time that building takes on two cores. */
  readonly takes: string;
}

const kubernetes: GoTools = {
  title: "Kubernetes",
  folder: "cluster",
  version: /k8s\.io\/kubernetes (?<version>v\S+)/,
  variable: "k8s.io/component-base/version.gitVersion",
  takes: "a quarter of an hour",
};
const helm: GoTools = {
  title: "Helm",
  folder: "helm",
  version: /helm\.sh\/helm\/v3 (?<version>v\S+)/,
  takes: "two minutes",
};

/** The API server of Kubernetes, its storage and its client: paths of programs. */
export interface ClusterPrograms {
  readonly etcd: string;
  readonly apiServer: string;
  readonly kubectl: string;
}

/** Says why there are no programs. */
export interface Missing {
  readonly missing: string;
}

/** Returns the programs of a cluster, or why there are none. */
export async function clusterPrograms(root: string): Promise<ClusterPrograms | Missing> {
  const built = await builtTools(root, kubernetes);
  if ("missing" in built) return built;
  return {
    // Go names a program after the last part of its path, without the number of its version.
    etcd: join(built.folder, "server"),
    apiServer: join(built.folder, "kube-apiserver"),
    kubectl: join(built.folder, "kubectl"),
  };
}

/** Returns the folder of the program `helm`, or why there is none. */
export async function helmFolder(root: string): Promise<{ readonly folder: string } | Missing> {
  return await builtTools(root, helm);
}

/** Returns where the program `helm` is once it has been built. */
export function builtHelm(root: string): string {
  return join(folderOf(root, helm), "helm");
}

/** Returns the folder of programs, whose name changes with their versions. */
function folderOf(root: string, tools: GoTools): string {
  const source = sourceOf(root, tools);
  const key = createHash("sha256")
    .update(readFileSync(join(source, "go.mod")))
    .update(readFileSync(join(source, "go.sum")))
    .digest("hex")
    .slice(0, 12);
  const caches = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(caches, "team-chat", `${tools.folder}-${key}`);
}

function sourceOf(root: string, { folder }: GoTools): string {
  return join(root, "tools/checks", folder);
}

/**
 * Returns the folder of programs that Go builds once and the user's cache keeps. CI only uses what is there: building
 * takes two cores a quarter of an hour.
 */
async function builtTools(
  root: string,
  tools: GoTools,
): Promise<{ readonly folder: string } | Missing> {
  const folder = folderOf(root, tools);
  if (!existsSync(folder)) {
    if (process.env["CI"] !== undefined)
      return { missing: "its programs are not built on this machine, and CI does not build them" };
    const failure = await build(tools, sourceOf(root, tools), folder);
    if (failure !== null) return { missing: failure };
  }
  return { folder };
}

/** Builds into the folder, which is there only when all has been built; returns why it is not. */
async function build(
  { takes, title, variable, version: form }: GoTools,
  source: string,
  folder: string,
): Promise<string | null> {
  const definition = readFileSync(join(source, "go.mod"), "utf8");
  const version = form.exec(definition)?.groups?.["version"];
  console.log(`Builds ${title} ${version} in ${folder}, once: this takes ${takes}.`);
  const begun = `${folder}.begun`;
  mkdirSync(begun, { recursive: true });
  // Go writes into the folder of its module, which is not to be changed here.
  for (const file of ["go.mod", "go.sum"]) cpSync(join(source, file), join(begun, file));
  const flags = variable === undefined ? "-s -w" : `-s -w -X ${variable}=${version}`;
  const command = ["-n", "15", "go", "build", "-trimpath", "-ldflags", flags, "-o", `${begun}/`];
  const { status, stderr } = await run("nice", [...command, "tool"], {
    cwd: begun,
    env: { ...process.env, CGO_ENABLED: "0" },
  });
  if (status !== 0) return `Go cannot build its programs: ${stderr.trim().slice(-600)}`;
  renameSync(begun, folder);
  return null;
}
