import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { z } from "zod";

/** Fields of an operation that the checks need. */
export interface DeclaredOperation {
  readonly name: string;
  readonly owner: string;
  readonly doc?: string;
  readonly params?: Readonly<Record<string, { readonly schema: z.ZodType }>>;
  readonly response?: z.ZodObject;
}

/** Parts of the contract that the checks need. */
export interface Contract {
  readonly operations: readonly DeclaredOperation[];
  readonly buildOpenApi?: (
    operations: readonly DeclaredOperation[],
    examples: ReadonlyMap<string, unknown>,
  ) => object;
}

/**
 * Loads the contract of the checked tree, which in tests is not the one of this repository; null when there is none.
 */
export async function loadContract(root: string): Promise<Contract | null> {
  const path = join(root, "libs/contract/src/index.ts");
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as Contract) : null;
}
