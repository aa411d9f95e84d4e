import { readdir, readFile } from "node:fs/promises";

/** Lists the processes with these ids and all that they started, and those started in turn. Linux only. */
export async function familyOf(pids: readonly number[]): Promise<readonly number[]> {
  const running = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(
    await Promise.all(running.map(async (pid) => [pid, await parentOf(pid)] as const)),
  );
  const family = new Set(pids);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const [pid, parent] of parents) if (parent !== null && family.has(parent)) family.add(pid);
  }
  return [...family];
}

/** Null when the process has just ended. */
async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The name in parentheses may hold anything.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
