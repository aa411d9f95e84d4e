import { readdir, readFile } from "node:fs/promises";

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/**
 * Processor time that the processes have used since they began, in ms, all together. Linux only.
 * @throws Error when there is no such process.
 */
export async function processorMs(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(readTimes));
  return each.reduce((sum, { ownMs }) => sum + ownMs, 0);
}

/** Reads the processor time of one process with its children, also of those that have ended. */
export async function familyMs(pid: number): Promise<number> {
  const { endedMs, ownMs } = await readTimes(pid);
  const running = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const others = await Promise.all(running.map((one) => readTimes(one).catch(() => null)));
  const children = others.filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + (times?.ownMs ?? 0), ownMs + endedMs);
}

interface Times {
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended. */
  readonly endedMs: number;
}

async function readTimes(pid: number): Promise<Times> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may hold anything; what follows it is counted from the third field on.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ms = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * tickMs;
  return { parent: Number(fields[1]), ownMs: ms(11), endedMs: ms(13) };
}
