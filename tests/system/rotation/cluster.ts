import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { promisify } from "node:util";

import { z } from "zod";

const root = path.join(import.meta.dirname, "../../..");
const script = path.join(root, "deploy/rotate");
const patch = z.object({ data: z.record(z.string(), z.base64().nullable()) });

/** Values of Secrets by name and key. */
export type Secrets = ReadonlyMap<string, Map<string, string>>;

/** Pods and the Job of a cluster. */
export interface Workloads {
  /** Replaces the processes of a service or server by others, which have the Secrets as they are now. */
  readonly replace: (service: string) => Promise<void>;
  /** Runs the migration with the Secrets as they are now. */
  readonly migrate: () => Promise<void>;
  /** Has servers read the Secrets again that say so by a label. */
  readonly reload?: () => void;
}

/** A cluster as far as deploy/rotate asks for one: it keeps Secrets, replaces pods, and runs the migration Job. */
export class Cluster implements AsyncDisposable {
  readonly #secrets: Secrets;
  readonly #workloads: Workloads;
  readonly #replacing = new Map<string, Promise<void>>();
  readonly #server: Server;
  /** Objects by which runs of deploy/rotate keep others out. */
  readonly #inProgress = new Set<string>();
  /** Names of Secrets that servers read again when they change. */
  readonly #reloaded = new Set<string>();

  private constructor(secrets: Secrets, workloads: Workloads) {
    this.#secrets = secrets;
    this.#workloads = workloads;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(secrets: Secrets, workloads: Workloads): Promise<Cluster> {
    const cluster = new Cluster(secrets, workloads);
    cluster.#server.listen(0, "127.0.0.1");
    await once(cluster.#server, "listening");
    return cluster;
  }

  /** Runs deploy/rotate for the overlay `production`. @throws Error with what it says when it fails */
  async rotate(...args: readonly string[]): Promise<void> {
    const { port } = this.#server.address() as AddressInfo;
    await promisify(execFile)(script, ["production", ...args], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${import.meta.dirname}:${process.env["PATH"]}`,
        CLUSTER_PORT: String(port),
        // Nobody holds a link of a call here.
        GRACE_SECONDS: "0",
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Answers one call of kubectl, which sends its arguments and its input as a line each. */
  #serve(socket: Socket): void {
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      const lines = text.split("\n");
      if (lines.length < 3) return;
      const [args = "", input = ""] = lines.map((line) => Buffer.from(line, "base64").toString());
      void this.#kubectl(args.split("\0").slice(0, -1), input).then(
        (answer) => socket.end(`0\n${answer}`),
        (error: unknown) => socket.end(`1\n${String(error)}\n`),
      );
    });
  }

  async #kubectl(args: readonly string[], input: string): Promise<string> {
    const [verb = "", noun = "", name = ""] = args;
    switch (verb === "rollout" ? `${verb} ${noun}` : verb) {
      case "get":
        return this.#get(noun, name, args.at(-1) ?? "");
      case "patch":
        return this.#patch(name, patch.parse(JSON.parse(input)));
      case "rollout restart":
        return this.#restart(args.filter((arg) => arg.includes("/")));
      case "rollout status":
        return this.#finish(args.at(-1) ?? "");
      case "apply":
        await this.#workloads.migrate();
        return "";
      case "create":
        return this.#begin(name);
      case "delete":
        this.#inProgress.delete(name);
        return "";
      case "label":
        for (const one of args.filter((arg) => this.#secrets.has(arg))) this.#reloaded.add(one);
        return "";
      case "kustomize":
        return "";
      default:
        throw new Error(`kubectl ${args.join(" ")}`);
    }
  }

  #begin(name: string): string {
    if (this.#inProgress.has(name)) throw new Error(`configmaps "${name}" already exists`);
    this.#inProgress.add(name);
    return "";
  }

  #get(noun: string, name: string, output: string): string {
    if (noun === "job") return "Complete";
    if (noun === "secrets")
      return JSON.stringify([...this.#secrets.values()].map((one) => [...one]));
    // Within a name a point has a backslash before it.
    const key = /\{\.data\.(?<key>[\w\\.]+)\}/.exec(output)?.groups?.["key"] ?? "";
    const value = this.#secret(name).get(key.replaceAll("\\", "")) ?? "";
    return Buffer.from(value).toString("base64");
  }

  #patch(name: string, { data }: z.output<typeof patch>): string {
    const secret = this.#secret(name);
    for (const [key, value] of Object.entries(data)) {
      if (value === null) secret.delete(key);
      else secret.set(key, Buffer.from(value, "base64").toString());
    }
    if (this.#reloaded.has(name)) this.#workloads.reload?.();
    return "";
  }

  #restart(workloads: readonly string[]): string {
    for (const workload of workloads) {
      const replacing = this.#workloads.replace(serviceOf(workload));
      // Who waits for it hears of it.
      replacing.catch(() => undefined);
      this.#replacing.set(workload, replacing);
    }
    return "";
  }

  async #finish(workload: string): Promise<string> {
    await this.#replacing.get(workload);
    return "";
  }

  #secret(name: string): Map<string, string> {
    const secret = this.#secrets.get(name);
    if (secret === undefined) throw new Error(`There is no Secret ${name}.`);
    return secret;
  }
}

function serviceOf(workload: string): string {
  return workload.split("/")[1] ?? "";
}
