import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { guard } from "./guard.ts";

/** A folder for everything temporary, and what removes it. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

interface Memory {
  /** Folder whose files are in memory. */
  readonly folder: string;
  /** Room that has to be left there. */
  readonly neededBytes: number;
}

/** As Linux has it, with more room than all temporary files of a run take. */
const usualMemory: Memory = { folder: "/dev/shm", neededBytes: 4 * 1024 ** 3 };

/**
 * Makes a folder that goes with this process, however it ends. It is in memory where there is room, because each
 * database of a test is hundreds of files, and a disk takes several times longer to make them. `TMPDIR` wins.
 */
export function makeTemporaryFolder(
  env: Readonly<NodeJS.ProcessEnv>,
  memory = usualMemory,
): TemporaryFolder {
  const base = env["TMPDIR"] === undefined && isFit(memory) ? memory.folder : tmpdir();
  const path = makeFolder(base);
  const release = guard(path, []);
  const remove = (): void => {
    release();
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

function isFit({ folder, neededBytes }: Memory): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes && runsPrograms(folder);
  } catch {
    return false;
  }
}

/** Tells whether programs in a folder may be run, which its mount may forbid. @throws Error when it is not writable */
function runsPrograms(folder: string): boolean {
  const probe = makeFolder(folder);
  const program = join(probe, "program");
  try {
    writeFileSync(program, "", { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return true;
  } finally {
    rmSync(probe, { recursive: true });
  }
}

function makeFolder(base: string): string {
  const path = mkdtempSync(join(base, "team-chat-test-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(path, 0o711);
  return path;
}
