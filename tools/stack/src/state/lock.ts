import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { processIdentity } from "./process-identity.ts";

const fileName = "stack.lock";

interface Lock {
  readonly pid: number;
  readonly identity: string | null;
}

/** Returns the pid of the living process that holds the data folder, or null. */
export function lockHolder(dataDir: string): number | null {
  const file = join(dataDir, fileName);
  if (!existsSync(file)) return null;
  const lock = readLock(file);
  return isHeld(lock) ? lock.pid : null;
}

/**
 * Takes the data folder for this process; the lock of a dead process does not count.
 *
 * @returns whether it was free.
 */
export function takeLock(dataDir: string): boolean {
  if (createLock(dataDir)) return true;
  if (lockHolder(dataDir) !== null) return false;
  moveStaleLockAway(dataDir);
  return createLock(dataDir);
}

/** Gives the data folder back. */
export function releaseLock(dataDir: string): void {
  rmSync(join(dataDir, fileName), { force: true });
}

function createLock(dataDir: string): boolean {
  const draft = join(dataDir, `${fileName}.${process.pid}.new`);
  writeFileSync(
    draft,
    JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) } satisfies Lock),
    { mode: 0o600 },
  );
  try {
    // A link, because it appears with its contents and fails when there is a lock already.
    linkSync(draft, join(dataDir, fileName));
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function moveStaleLockAway(dataDir: string): void {
  const file = join(dataDir, fileName);
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    // Another starter may have put its own lock there in between: then it gets it back.
    if (isHeld(readLock(aside))) linkSync(aside, file);
    rmSync(aside);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

function isHeld({ pid, identity }: Lock): boolean {
  return identity !== null && processIdentity(pid) === identity;
}

function readLock(file: string): Lock {
  return JSON.parse(readFileSync(file, "utf8")) as Lock;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
