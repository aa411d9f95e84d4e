import { familyMs } from "../processor-time.ts";
import { pidOf, type Stack } from "../stack.ts";

const processes = ["gateway", "events", "users", "channels", "messages", "postgres", "nats"];

/** Processor time and memory that each process of the product uses from a moment on. */
export class Budget {
  readonly #pids: ReadonlyMap<string, number>;
  readonly #before: ReadonlyMap<string, number>;

  private constructor(pids: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) {
    this.#pids = pids;
    this.#before = before;
  }

  static async open(stack: Stack): Promise<Budget> {
    const pids = new Map<string, number>();
    for (const name of processes) pids.set(name, await pidOf(stack, name));
    return new Budget(pids, await readAll(pids));
  }

  /** Processor time by process since then, shared out among so many, in words. */
  async spent(count: number): Promise<string> {
    const now = await readAll(this.#pids);
    const each = [...now].map(([name, ms]) => {
      const used = (ms - (this.#before.get(name) ?? 0)) / count;
      return { name, used };
    });
    const sum = each.reduce((all, { used }) => all + used, 0);
    const parts = each.map(({ name, used }) => `${name} ${used.toFixed(2)} ms`);
    return `${sum.toFixed(2)} ms (${parts.join(", ")})`;
  }
}

async function readAll(pids: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  const each = [...pids].map(async ([name, pid]) => [name, await familyMs(pid)] as const);
  return new Map(await Promise.all(each));
}
