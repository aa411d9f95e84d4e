import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Problem } from "../problem.ts";
import { adrIndex } from "./adr-index.ts";
import { configTables } from "./config-tables.ts";
import { compareGenerated, type GeneratedFile, SourceError } from "./generated-file.ts";
import { openApiDocument } from "./openapi.ts";

type Generator = (root: string) => GeneratedFile[] | Promise<GeneratedFile[]>;

const generators: readonly Generator[] = [adrIndex, configTables, openApiDocument];

/** Regenerates every generated file in memory and reports those that differ. */
export async function checkGenerated(root: string): Promise<Problem[]> {
  return forEachFile(root, (file) => compareGenerated(root, file));
}

/** Writes every generated file; what it returns could not be generated. */
export async function writeGenerated(root: string): Promise<Problem[]> {
  return forEachFile(root, ({ path, content }) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    return [];
  });
}

async function forEachFile(
  root: string,
  visit: (file: GeneratedFile) => Problem[],
): Promise<Problem[]> {
  const results = generators.map(async (generator) => {
    try {
      return (await generator(root)).flatMap((file) => visit(file));
    } catch (error) {
      if (error instanceof SourceError) {
        return [error.problem];
      }
      throw error;
    }
  });
  return (await Promise.all(results)).flat();
}
