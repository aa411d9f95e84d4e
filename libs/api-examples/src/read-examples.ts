import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import type { Example, Examples } from "@team-chat/contract";

/** A file for each operation, named after it, written by `npm run generate:examples`. */
export const recordedFolder = path.join(import.meta.dirname, "../recorded");

/** Reads the exchanges that were recorded, by the operation's name in alphabetical order. */
export function readExamples(): Examples {
  const names = readdirSync(recordedFolder).toSorted();
  return new Map(
    names.map((name) => {
      const text = readFileSync(path.join(recordedFolder, name), "utf8");
      return [path.basename(name, ".json"), JSON.parse(text) as Example];
    }),
  );
}
