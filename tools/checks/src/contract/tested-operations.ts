import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";
import { loadContract } from "./load-contract.ts";

/** Every operation of the contract has a test file of its name, beside its owner or in tests/system. */
export async function checkTestedOperations(root: string): Promise<Problem[]> {
  const contract = await loadContract(root);
  const systemTests = listPaths(root, "tests/system/**/*.test.ts");
  return (contract?.operations ?? []).flatMap(({ name, owner }) => {
    const file = `${kebab(name)}.test.ts`;
    const own = `services/${owner}/tests/${file}`;
    const isTested =
      existsSync(join(root, own)) || systemTests.some((path) => path.endsWith(`/${file}`));
    return isTested
      ? []
      : [
          {
            file: own,
            message: `${name} has no test: write this file, refusals first, then effects, then events`,
          },
        ];
  });
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
