import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Stack } from "../stack.ts";

/** Returns the lines of all logs of the stack in which this stands, such as the id of a request. */
export async function findInLogs({ dataDir }: Stack, text: string): Promise<readonly string[]> {
  const folder = join(dataDir, "logs");
  const logs = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  return logs.flatMap((log) => log.split("\n").filter((line) => line.includes(text)));
}
