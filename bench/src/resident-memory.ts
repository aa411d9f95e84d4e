import { readFile } from "node:fs/promises";

/** Resident memory of a process in kB. Linux only. @throws Error when there is no such process. */
export async function residentKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kb = /^VmRSS:\s+(?<kb>\d+) kB$/m.exec(status)?.groups?.["kb"];
  if (kb === undefined) {
    throw new Error(`process ${pid} has no resident memory`);
  }
  return Number(kb);
}
