import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Tells whether the postmaster `pid` says in its lock file that it takes connections. */
export function saysReady(folder: string, pid: number): boolean {
  const lines = readLockFile(folder);
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * Removes the lock file of a postmaster that was killed, when its pid has gone to some other program since.
 *
 * PostgreSQL itself takes any living process with that pid for its predecessor and refuses to start.
 */
export function removeStaleLockFile(folder: string): void {
  const pid = readLockFile(folder)[0];
  if (pid === undefined || process.platform !== "linux") return;
  const commandLine = readIfThere(`/proc/${pid}/cmdline`);
  if (commandLine !== null && !commandLine.includes("postgres")) {
    rmSync(join(folder, "postmaster.pid"), { force: true });
  }
}

function readLockFile(folder: string): readonly string[] {
  return readIfThere(join(folder, "postmaster.pid"))?.split("\n") ?? [];
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
