import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns a text that no other process ever has, past or future, or null when `pid` is not alive.
 *
 * A pid alone is not enough to send signals by: it may have been given to another program since it was noted.
 */
export function processIdentity(pid: number): string | null {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The program's name comes second, in parentheses, and may itself hold spaces and parentheses.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startTicks = fields[18];
  if (state === "Z" || state === "X" || startTicks === undefined) return null;
  const boot = readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
  return `${boot}/${startTicks}`;
}

function fromPs(pid: number): string | null {
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  const started = stdout.trim();
  return started === "" ? null : started;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
