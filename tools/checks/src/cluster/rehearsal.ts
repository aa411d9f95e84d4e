import { containersOf, type Manifest, textAt } from "../k8s/manifest.ts";
import type { Problem } from "../problem.ts";
import type { Cluster } from "./cluster.ts";
import type { Installation } from "./installation.ts";
import { liveProblems, type LiveObjects, replacedObjects, uidOf } from "./live-objects.ts";
import type { StandIns } from "./stand-ins.ts";

const rollout = "deploy/rollout";

/** Folders that can be applied, with the components that overlays may name. */
const folders = [
  "deploy/data/overlays/dev",
  "deploy/data/overlays/production",
  "deploy/k8s/overlays/dev",
  "deploy/k8s/overlays/production",
];

const services = ["gateway", "messages", "channels", "users", "events", "webhooks"];

const firstDigest = "0".repeat(64);
const secondDigest = "1".repeat(64);
const thirdDigest = "2".repeat(64);

/** The life of an installation, in stages that build on one another; each returns what went otherwise than promised. */
export class Rehearsal {
  readonly #installation: Installation;
  readonly #cluster: Cluster;
  readonly #standIns: StandIns;

  constructor(installation: Installation, cluster: Cluster, standIns: StandIns) {
    this.#installation = installation;
    this.#cluster = cluster;
    this.#standIns = standIns;
  }

  /** Follows the page for the first time; before it applies anything it tries out what it does not choose, too. */
  async install(): Promise<Problem[]> {
    const namespaces = await this.#installation.follow("first");
    if (namespaces.length > 0) return namespaces;
    await this.#installation.bringSecrets();
    const refused: Problem[] = [];
    for (const folder of folders) refused.push(...(await this.#installation.tryOut(folder)));
    if (refused.length > 0) return refused;
    const failed = await this.#installation.follow("others");
    return failed.length > 0 ? failed : await this.#settled(firstDigest);
  }

  /** Follows the page once more, with another image. */
  async upgrade(): Promise<Problem[]> {
    const before = await this.#installation.objects();
    this.#installation.change(firstDigest, secondDigest);
    for (const part of ["first", "others"] as const) {
      const failed = await this.#installation.follow(part);
      if (failed.length > 0) return failed;
    }
    const replaced = replacedObjects(before, await this.#installation.objects());
    return [
      ...replaced.map((title) => problem(`${title} was not changed, but replaced`)),
      ...(await this.#settled(secondDigest)),
    ];
  }

  /** Rolls out what runs already. */
  async repeat(): Promise<Problem[]> {
    return await this.#changingPods([], () => this.#rollOut());
  }

  async changeSecret(): Promise<Problem[]> {
    return await this.#changingPods(services, async () => {
      const patch = `{"stringData":{"IDENTITY_KEY":"${"0".repeat(64)}"}}`;
      const args = ["patch", "secret", "identity", "--namespace", "team-chat", "--patch", patch];
      const { status, stderr } = await this.#cluster.kubectl(args);
      return status === 0 ? await this.#rollOut() : [problem(stderr)];
    });
  }

  async changeConfiguration(): Promise<Problem[]> {
    const before = mapsIn(await this.#installation.objects());
    this.#installation.change("EXTERNAL_HOST=chat.example.com", "EXTERNAL_HOST=talk.example.com");
    const problems = await this.#changingPods(["gateway", "users"], () => this.#rollOut());
    const left = mapsIn(await this.#installation.objects()) - before;
    return left === 0
      ? problems
      : [...problems, problem(`leaves ${left} ConfigMaps that nothing refers to`)];
  }

  async failMigration(): Promise<Problem[]> {
    this.#installation.change(secondDigest, thirdDigest);
    this.#standIns.failJobs = true;
    return await this.#changingPods([], () =>
      this.#refused("production", "The migration has failed"),
    );
  }

  async putOtherOverlay(): Promise<Problem[]> {
    return await this.#changingPods([], () => this.#refused("dev", "already has a value"));
  }

  async #rollOut(): Promise<Problem[]> {
    const { status, stderr } = await this.#installation.rollout();
    return status === 0 ? [] : [problem(`ends with ${status}: ${stderr.slice(-600)}`)];
  }

  async #refused(overlay: string, reason: string): Promise<Problem[]> {
    const { status, stderr } = await this.#installation.rollout(overlay);
    return status !== 0 && stderr.includes(reason)
      ? []
      : [problem(`ends with ${status}, and does not say "${reason}": ${stderr.slice(-600)}`)];
  }

  /** Compares which services got new pods by a change with those that should, and all others that should not. */
  async #changingPods(
    expected: readonly string[],
    change: () => Promise<Problem[]>,
  ): Promise<Problem[]> {
    const before = podsByName(await this.#installation.objects());
    const problems = await change();
    if (problems.length > 0) return problems;
    const after = podsByName(await this.#installation.objects());
    return [...before].flatMap(([name, uids]) => {
      const kept = uids.filter((uid) => after.get(name)?.includes(uid) === true).length;
      if (expected.includes(name))
        return kept === 0 ? [] : [problem(`${name} keeps ${kept} of its pods`)];
      return kept === uids.length ? [] : [problem(`${name} gets new pods without need`)];
    });
  }

  /** Finds objects that do nothing, and pods with another image. */
  async #settled(digest: string): Promise<Problem[]> {
    const objects = await this.#installation.objects();
    const old = objects.pods.filter((pod) => isOurs(pod) && !imagesOf(pod).includes(digest));
    return [
      ...liveProblems(objects).map((message) => ({ file: "deploy", message })),
      ...old.map(({ metadata }) => problem(`the pod ${metadata.name} has another image`)),
    ];
  }
}

function problem(message: string): Problem {
  return { file: rollout, message };
}

function mapsIn({ others }: LiveObjects): number {
  return others.filter(({ kind }) => kind === "ConfigMap").length;
}

function nameOf({ metadata }: Manifest): string {
  return textAt(metadata, "labels", "app.kubernetes.io/name");
}

function isOurs(pod: Manifest): boolean {
  return textAt(pod.metadata, "namespace") === "team-chat";
}

function imagesOf(pod: Manifest): string {
  return containersOf({ ...pod, spec: { template: { spec: pod["spec"] ?? null } } })
    .map((container) => textAt(container, "image"))
    .join(" ");
}

/** Lists the pods of everything but the migration, which gets a new one each time. */
function podsByName({ pods }: LiveObjects): Map<string, string[]> {
  const lasting = pods.filter((pod) => nameOf(pod) !== "migrate");
  const byName = Map.groupBy(lasting, nameOf);
  return new Map([...byName].map(([name, own]) => [name, own.map(uidOf)]));
}
