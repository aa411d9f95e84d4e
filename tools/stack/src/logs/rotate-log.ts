import { closeSync, copyFileSync, existsSync, ftruncateSync, openSync, renameSync } from "node:fs";

/** Number of old files that are kept: `<name>.log.1`, the newest, to `<name>.log.5`. */
const keptFiles = 5;

/**
 * Puts what a log holds aside and empties it, dropping the oldest file that was put aside.
 *
 * The file is copied and truncated, not renamed, because its writer keeps it open to append. A line that is written
 * between the copy and the truncation, which follow each other at once, is lost.
 */
export function rotateLog(file: string): void {
  for (let age = keptFiles - 1; age >= 1; age -= 1) {
    const aside = `${file}.${String(age)}`;
    if (existsSync(aside)) renameSync(aside, `${file}.${String(age + 1)}`);
  }
  const descriptor = openSync(file, "r+");
  try {
    copyFileSync(file, `${file}.1`);
    ftruncateSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
