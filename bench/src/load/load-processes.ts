import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { type Cores, runOn } from "../cores.ts";
import type { LoadOrder, LoadReply, LoadReport } from "./programs/load-orders.ts";

const program = fileURLToPath(new URL("./programs/send-on-schedule.ts", import.meta.url));

/** Processes that send on schedule, each its part of the load; they end when this process does. */
export class LoadProcesses implements AsyncDisposable {
  readonly #children: readonly ChildProcess[];

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  static start(count: number, cores: Cores): LoadProcesses {
    const { args: execArgv, program: execPath } = runOn(cores, [process.execPath]);
    return new LoadProcesses(
      Array.from({ length: count }, () => fork(program, { execPath, execArgv })),
    );
  }

  /** Sends at a rate, half of it by each of two. @throws Error when a request fails, or too many are unanswered */
  async send(order: LoadOrder): Promise<LoadReport> {
    const count = this.#children.length;
    const part = {
      ...order,
      ratePerSecond: order.ratePerSecond / count,
      connections: Math.ceil(order.connections / count),
    };
    const reports = await Promise.all(
      this.#children.map((child, index) => {
        const requests = order.requests.filter((_, number) => number % count === index);
        return reportOf(child, { ...part, requests });
      }),
    );
    return {
      acceptedMs: reports.flatMap(({ acceptedMs }) => acceptedMs),
      refusedMs: reports.flatMap(({ refusedMs }) => refusedMs),
      lateMs: reports.flatMap(({ lateMs }) => lateMs),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#children.map((child) => end(child)));
  }
}

async function reportOf(child: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const notice = (code: number | null): void => reject(new Error(`a load program ended: ${code}`));
  child.once("exit", notice);
  const answered = once(child, "message");
  child.send(order);
  try {
    const [reply] = (await Promise.race([answered, ended])) as [LoadReply];
    if ("failure" in reply) throw new Error(`a load program: ${reply.failure}`);
    return reply;
  } finally {
    child.off("exit", notice);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
