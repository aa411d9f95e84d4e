import { readFile } from "node:fs/promises";

/** Memory of the processes in kB, all together, of what several share its part. Linux only. */
export async function proportionalKb(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "")),
  );
  return each.reduce(
    (sum, text) => sum + Number(/^Pss:\s+(?<kb>\d+) kB$/m.exec(text)?.groups?.["kb"] ?? 0),
    0,
  );
}

/** Resident memory of a process in kB. Linux only. @throws Error when there is no such process. */
export async function residentKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kb = /^VmRSS:\s+(?<kb>\d+) kB$/m.exec(status)?.groups?.["kb"];
  if (kb === undefined) {
    throw new Error(`process ${pid} has no resident memory`);
  }
  return Number(kb);
}
