import { basename } from "node:path";

import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";
import { loadContract } from "./load-contract.ts";

const folder = "libs/api-examples/recorded";

/**
 * Checks that every operation of the contract has a recorded exchange for the API's description, and every recorded
 * exchange an operation.
 */
export async function checkRecordedExamples(root: string): Promise<Problem[]> {
  const contract = await loadContract(root);
  const names = new Set((contract?.operations ?? []).map(({ name }) => name));
  const recorded = new Set(
    listPaths(root, `${folder}/*.json`).map((path) => basename(path, ".json")),
  );
  return [
    ...[...names]
      .filter((name) => !recorded.has(name))
      .map((name) => ({
        file: `${folder}/${name}.json`,
        message: `${name} has no example: call it in tests/system/api-examples/chapters and run \`npm run generate:examples\``,
      })),
    ...[...recorded]
      .filter((name) => !names.has(name))
      .map((name) => ({
        file: `${folder}/${name}.json`,
        message: `there is no operation ${name}: run \`npm run generate:examples\``,
      })),
  ];
}
