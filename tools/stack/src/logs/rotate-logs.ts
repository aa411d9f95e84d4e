import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

/** Makes the folder of logs and puts those of the last run aside, as `<name>.log.1`. */
export function rotateLogs(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".log")) renameSync(join(folder, file), join(folder, `${file}.1`));
  }
}
