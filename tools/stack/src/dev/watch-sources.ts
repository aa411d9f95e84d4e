import { existsSync, globSync, watch } from "node:fs";
import { join, sep } from "node:path";

import { isProcessOf } from "../plan/service-urls.ts";
import type { StackOptions } from "../stack-options.ts";
import type { Stack } from "../stack.ts";

const settleMs = 150;

/**
 * Restarts a service when its code changes, all of them when a lib changes, and migrates when a migration does; builds
 * the web client when it changes.
 */
export function watchSources(stack: Stack, options: StackOptions): void {
  const { plan, root, say } = options;
  const all = plan.services.map(({ name }) => name);
  const processesOf = (program: string) =>
    plan.services
      .filter(({ name, runs = [name] }) => runs.some((one) => isProcessOf(one, program)))
      .map(({ name }) => name);
  const changes = new Changes(async ({ services, migrate }) => {
    if (migrate) await stack.runSteps(plan.before);
    if (services.size > 0) say(`Changed: restarting ${[...services].join(", ")}.`);
    await Promise.all([...services].map((name) => stack.restart(name)));
  }, say);
  for (const { name, sources } of plan.services) {
    for (const folder of sources) follow(join(root, folder), () => changes.add([name]));
  }
  for (const folder of globSync("libs/*/src", { cwd: root })) {
    follow(join(root, folder), () => changes.add(all));
  }
  // The steps before a start build the web client, whose page the gateway has read.
  follow(join(root, "clients/web/src"), () => changes.add(processesOf("gateway"), true));
  for (const folder of globSync("{libs,services}/*/migrations", { cwd: root })) {
    const owners = processesOf(folder.split(sep)[1] ?? "");
    follow(join(root, folder), () => changes.add(owners.length > 0 ? owners : all, true));
  }
}

interface Batch {
  readonly services: ReadonlySet<string>;
  readonly migrate: boolean;
}

/** Collects changes until there is a short silence, because one save of an editor makes several. */
class Changes {
  readonly #apply: (batch: Batch) => Promise<void>;
  readonly #say: (sentence: string) => void;
  #services = new Set<string>();
  #migrate = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(apply: (batch: Batch) => Promise<void>, say: (sentence: string) => void) {
    this.#apply = apply;
    this.#say = say;
  }

  add(services: readonly string[], migrate = false): void {
    for (const service of services) this.#services.add(service);
    this.#migrate ||= migrate;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), settleMs);
  }

  async #flush(): Promise<void> {
    const batch = { services: this.#services, migrate: this.#migrate };
    this.#services = new Set();
    this.#migrate = false;
    try {
      await this.#apply(batch);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
    }
  }
}

function follow(folder: string, onChange: () => void): void {
  if (!existsSync(folder)) return;
  watch(folder, { recursive: true }, (_event, file) => {
    if (file !== null && !file.endsWith(".test.ts")) onChange();
  });
}
