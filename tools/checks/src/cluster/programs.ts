import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { run } from "./run.ts";

const moduleFolder = "tools/checks/cluster";

/** The API server of Kubernetes, its storage and its client: paths of programs. */
export interface ClusterPrograms {
  readonly etcd: string;
  readonly apiServer: string;
  readonly kubectl: string;
}

/**
 * Returns the programs of a cluster, which Go builds once from the modules that tools/checks/cluster/go.mod names and
 * the user's cache keeps; a text that says why there are none otherwise. CI only uses what is there: building takes
 * two cores a quarter of an hour.
 */
export async function clusterPrograms(root: string): Promise<ClusterPrograms | string> {
  const source = join(root, moduleFolder);
  const definition = readFileSync(join(source, "go.mod"), "utf8");
  const key = createHash("sha256")
    .update(definition)
    .update(readFileSync(join(source, "go.sum")))
    .digest("hex")
    .slice(0, 12);
  const caches = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(caches, "team-chat", `cluster-${key}`);
  if (!existsSync(folder)) {
    if (process.env["CI"] !== undefined)
      return "its programs are not built on this machine, and CI does not build them";
    const failure = await build({ source, folder, definition });
    if (failure !== null) return failure;
  }
  return {
    // Go names a program after the last part of its path, without the number of its version.
    etcd: join(folder, "server"),
    apiServer: join(folder, "kube-apiserver"),
    kubectl: join(folder, "kubectl"),
  };
}

interface Build {
  readonly source: string;
  readonly folder: string;
  /** Text of go.mod. */
  readonly definition: string;
}

/** Builds into the folder, which is there only when all has been built; returns why it is not. */
async function build({ source, folder, definition }: Build): Promise<string | null> {
  const version = /k8s\.io\/kubernetes (?<version>v\S+)/.exec(definition)?.groups?.["version"];
  console.log(`Builds Kubernetes ${version} in ${folder}, once: this takes a quarter of an hour.`);
  const begun = `${folder}.begun`;
  mkdirSync(begun, { recursive: true });
  // Go writes into the folder of its module, which is not to be changed here.
  for (const file of ["go.mod", "go.sum"]) cpSync(join(source, file), join(begun, file));
  const flags = `-s -w -X k8s.io/component-base/version.gitVersion=${version}`;
  const command = ["-n", "15", "go", "build", "-trimpath", "-ldflags", flags, "-o", `${begun}/`];
  const { status, stderr } = await run("nice", [...command, "tool"], {
    cwd: begun,
    env: { ...process.env, CGO_ENABLED: "0" },
  });
  if (status !== 0) return `Go cannot build its programs: ${stderr.trim().slice(-600)}`;
  renameSync(begun, folder);
  return null;
}
