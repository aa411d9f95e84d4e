import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { loadContract } from "../contract/load-contract.ts";
import { listPaths } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";

/** Computes docs/openapi.json from the contract and the exchanges that were recorded. */
export async function openApiDocument(root: string): Promise<Generated[]> {
  const contract = await loadContract(root);
  if (contract === null) {
    return [];
  }
  if (contract.buildOpenApi === undefined) {
    return [
      {
        file: "libs/contract/src/index.ts",
        message:
          "must export buildOpenApi(operations), which returns the OpenAPI document as an object",
      },
    ];
  }
  const document = contract.buildOpenApi(contract.operations, recordedIn(root));
  return [{ path: "docs/openapi.json", content: `${JSON.stringify(document, null, 2)}\n` }];
}

function recordedIn(root: string): ReadonlyMap<string, unknown> {
  const paths = listPaths(root, "libs/api-examples/recorded/*.json");
  return new Map(
    paths.map((path) => [
      basename(path, ".json"),
      JSON.parse(readFileSync(join(root, path), "utf8")),
    ]),
  );
}
