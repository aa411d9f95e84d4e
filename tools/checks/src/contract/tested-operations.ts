import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";
import { loadContract } from "./load-contract.ts";

/**
 * Checks that every operation of the contract has a test file of its name among its owner's tests or in tests/system.
 */
export async function checkTestedOperations(root: string): Promise<Problem[]> {
  const contract = await loadContract(root);
  const tests = listPaths(root, ["services/*/tests/**/*.test.ts", "tests/system/**/*.test.ts"]);
  return (contract?.operations ?? []).flatMap(({ name, owner }) => {
    const file = `${kebab(name)}.test.ts`;
    const folders = [`services/${owner}/tests/`, "tests/system/"];
    const isTested = tests.some(
      (path) => path.endsWith(`/${file}`) && folders.some((folder) => path.startsWith(folder)),
    );
    return isTested
      ? []
      : [
          {
            file: `services/${owner}/tests`,
            message: `${name} has no test: write ${file} beside the tests of its noun, refusals first, then effects, then events`,
          },
        ];
  });
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
