import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { findFreePort, launch } from "@team-chat/servers";
import { z } from "zod";

import type { Manifest } from "../k8s/manifest.ts";
import { apiServerFlags, etcdFlags, kubeconfigText, writeKeys } from "./control-plane.ts";
import type { ClusterPrograms } from "./programs.ts";
import { type Outcome, run, type RunOptions } from "./run.ts";

const list = z.object({ items: z.array(z.custom<Manifest>()) });

interface Settings {
  /** Holds data and logs. */
  readonly folder: string;
  /** Folders of further programs that speak to the cluster. */
  readonly folders?: readonly string[];
  readonly resources: AsyncDisposableStack;
}

/** An API server on the loopback interface, which admits as that of a real cluster does; nothing else is there. */
export class Cluster {
  /** Environment of programs that speak to it. */
  readonly env: NodeJS.ProcessEnv;
  /** Answers without a key, for as long as the cluster lives. */
  readonly url: string;
  readonly #kubectl: string;

  private constructor(kubectl: string, env: NodeJS.ProcessEnv, url: string) {
    this.#kubectl = kubectl;
    this.env = env;
    this.url = url;
  }

  /** Starts all processes; they end with the resources. */
  static async start(
    programs: ClusterPrograms,
    { folder, folders = [], resources }: Settings,
  ): Promise<Cluster> {
    const { kubectl } = programs;
    const kubeconfig = join(folder, "kubeconfig");
    const bin = join(kubectl, "..");
    const env = {
      ...process.env,
      KUBECONFIG: kubeconfig,
      PATH: [bin, ...folders, process.env["PATH"]].join(":"),
    };
    const starter = new Starter(folder, env, resources);
    const keys = writeKeys(folder);
    const etcd = await starter.etcd(programs.etcd);
    const port = await findFreePort();
    writeFileSync(kubeconfig, kubeconfigText({ port, folder, token: keys.token }), { mode: 0o600 });
    const ready = async (): Promise<boolean> =>
      (await run(kubectl, ["get", "--raw", "/readyz"], { env })).status === 0;
    await starter.start(programs.apiServer, apiServerFlags({ etcd, port, keys }), ready);
    const proxyPort = await findFreePort();
    const url = `http://127.0.0.1:${proxyPort}`;
    await starter.start(kubectl, ["proxy", `--port=${proxyPort}`], () => answers(url));
    return new Cluster(kubectl, env, url);
  }

  /** Runs kubectl against it. */
  async kubectl(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return await run(this.#kubectl, args, { env: this.env, ...options });
  }

  /** Lists the objects of these kinds in a namespace. @throws Error when the API server refuses */
  async list(namespace: string, ...kinds: string[]): Promise<Manifest[]> {
    const args = ["get", kinds.join(","), "--namespace", namespace, "--output", "json"];
    const { status, stderr, stdout } = await this.kubectl(args);
    if (status !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
    return list.parse(JSON.parse(stdout)).items;
  }
}

/** Starts processes that end, in turn, with the stack. */
class Starter {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #resources: AsyncDisposableStack;

  constructor(folder: string, env: NodeJS.ProcessEnv, resources: AsyncDisposableStack) {
    this.#folder = folder;
    this.#env = env;
    this.#resources = resources;
  }

  /** Starts a program, which its log is named after, and waits until it is ready. */
  async start(
    command: string,
    args: readonly string[],
    isReady: () => boolean | Promise<boolean>,
  ): Promise<void> {
    const launched = await launch({
      command,
      args,
      cwd: this.#folder,
      env: this.#env,
      logFile: join(this.#folder, `${basename(command)}.log`),
      stopSignal: "SIGTERM",
      pollMs: 200,
      readyTimeoutMs: 120_000,
      isReady,
    });
    this.#resources.defer(() => launched.stop());
  }

  /** Starts etcd; returns its address. */
  async etcd(command: string): Promise<string> {
    const client = `http://127.0.0.1:${await findFreePort()}`;
    const peer = `http://127.0.0.1:${await findFreePort()}`;
    const flags = etcdFlags(join(this.#folder, "etcd"), client, peer);
    await this.start(command, flags, () => answers(`${client}/readyz`));
    return client;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
