import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What the checks need of the contract. */
export interface Contract {
  readonly operations: readonly { readonly name: string; readonly owner: string }[];
  readonly buildOpenApi?: () => object;
}

/** Loads the contract of the checked tree, which in tests is not the one of this repository; null when there is none. */
export async function loadContract(root: string): Promise<Contract | null> {
  const path = join(root, "libs/contract/src/index.ts");
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as Contract) : null;
}
