import { setTimeout as delay } from "node:timers/promises";

import { z } from "zod";

import { type Manifest, textAt } from "../k8s/manifest.ts";
import { finishedStatus, readyStatus, templateHash, podOf } from "./workload-pods.ts";

const pauseMs = 200;
/** Time for which a refusal is not the last word: a pod may need an account that is created right after its Job. */
const patienceMs = 20_000;

const list = z.object({ items: z.array(z.custom<Manifest>()).nullable() });
const refusal = z.object({ message: z.string() });

/** Address of the objects of a kind. */
interface Resource {
  readonly group: string;
  readonly plural: string;
}

const workloads: readonly Resource[] = [
  { group: "/apis/apps/v1", plural: "deployments" },
  { group: "/apis/apps/v1", plural: "statefulsets" },
  { group: "/apis/batch/v1", plural: "jobs" },
];
const clusters: Resource = { group: "/apis/postgresql.cnpg.io/v1", plural: "clusters" };

/**
 * Does what the controllers and nodes of a cluster do, as far as commands wait for it: makes one pod of each workload,
 * which the API server admits or refuses, another one when its template changes, and says that all of it is ready; that
 * Jobs have done their work, and that the operator of PostgreSQL has made its cluster.
 */
export class StandIns implements AsyncDisposable {
  /** True while Jobs fail. */
  failJobs = false;
  readonly #url: string;
  readonly #stopping = new AbortController();
  readonly #refused = new AbortController();
  readonly #refusedSince = new Map<string, number>();
  readonly #running: Promise<void>;

  /** Begins at once; `url` is that of an API server that asks for no key. */
  constructor(url: string) {
    this.#url = url;
    this.#running = this.#run();
  }

  /** Aborted, with the words of the API server as its reason, when a pod is not admitted. */
  get refused(): AbortSignal {
    return this.#refused.signal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      for (const resource of workloads)
        for (const workload of await this.#list(resource)) await this.#serve(resource, workload);
      for (const cluster of await this.#list(clusters))
        if (cluster["status"] === undefined)
          await this.#report(clusters, cluster, { conditions: [clusterReady] });
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #serve(resource: Resource, workload: Manifest): Promise<void> {
    const name = `${workload.metadata.name}-${templateHash(workload)}`;
    const path = `/api/v1/namespaces/${namespaceOf(workload)}/pods`;
    const query = `?labelSelector=check%2Fof%3D${workload.metadata.name}`;
    const others = `${query}%2Ccheck%2Fpod%21%3D${name}`;
    if (!(await this.#exists(`${path}/${name}`))) {
      const refused = await this.#send("POST", path, podOf(workload, name));
      if (refused !== null) {
        this.#wait(name, refused);
        return;
      }
      this.#refusedSince.delete(name);
    }
    const status =
      resource.plural === "jobs" ? finishedStatus(workload, this.failJobs) : readyStatus(workload);
    if (status === null) return;
    await this.#send("DELETE", path + others, { gracePeriodSeconds: 0 });
    await this.#report(resource, workload, status);
  }

  #wait(name: string, refused: string): void {
    const since = this.#refusedSince.get(name) ?? performance.now();
    this.#refusedSince.set(name, since);
    if (performance.now() - since > patienceMs) this.#refused.abort(`${name}: ${refused}`);
  }

  async #list({ group, plural }: Resource): Promise<Manifest[]> {
    const response = await fetch(`${this.#url}${group}/${plural}`);
    // A kind that is not served yet has no objects.
    if (!response.ok) return [];
    return list.parse(await response.json()).items ?? [];
  }

  async #exists(path: string): Promise<boolean> {
    return (await fetch(this.#url + path)).ok;
  }

  async #report({ group, plural }: Resource, object: Manifest, status: object): Promise<void> {
    const path = `${group}/namespaces/${namespaceOf(object)}/${plural}/${object.metadata.name}`;
    const refused = await this.#send("PATCH", `${path}/status`, { status });
    // One that is gone meanwhile needs no report.
    if (refused !== null && (await this.#exists(path))) this.#wait(object.metadata.name, refused);
  }

  /** Returns why it is refused; null when it is not. */
  async #send(method: string, path: string, body: object): Promise<string | null> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await fetch(this.#url + path, {
      method,
      headers: { "Content-Type": type },
      body: JSON.stringify(body),
    });
    return response.ok ? null : refusal.parse(await response.json()).message;
  }
}

const clusterReady = {
  type: "Ready",
  status: "True",
  reason: "ClusterIsReady",
  message: "The stand-in says so.",
  lastTransitionTime: "2020-01-01T00:00:00Z",
};

function namespaceOf({ metadata }: Manifest): string {
  return textAt(metadata, "namespace");
}
