import { loadContract } from "../contract/load-contract.ts";
import type { Generated } from "./generated-file.ts";

/** Computes docs/openapi.json from the contract. */
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
  const content = `${JSON.stringify(contract.buildOpenApi(contract.operations), null, 2)}\n`;
  return [{ path: "docs/openapi.json", content }];
}
