import { type ConfigField, loadConfigFields } from "../config/config-fields.ts";
import { listPaths } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";
import { fillPart, table } from "./generated-part.ts";

/**
 * Computes the README of every service with its table of environment variables, made from its configuration schema. A
 * README without a place for the table and a field without a description are problems.
 */
export async function configTables(root: string): Promise<Generated[]> {
  const configs = listPaths(root, "{services,tools}/*/src/config.ts");
  return Promise.all(
    configs.map(async (config) => {
      const workspace = config.slice(0, -"/src/config.ts".length);
      const fields = (await loadConfigFields(root, workspace)) ?? [];
      const silent = fields.find(({ description }) => description === "");
      if (silent !== undefined) {
        return {
          file: config,
          message: `${silent.name} has no description: add .describe("…")`,
        };
      }
      const place = {
        path: `${workspace}/README.md`,
        name: "configuration",
        source: "src/config.ts",
      };
      return fillPart(root, place, table(["Variable", "Default", "Meaning"], fields.map(rowOf)));
    }),
  );
}

function rowOf(field: ConfigField): readonly string[] {
  return [`\`${field.name}\``, defaultOf(field), field.description];
}

function defaultOf({ required, fallback, secret }: ConfigField): string {
  if (required) {
    return secret ? "required, secret" : "required";
  }
  return fallback === undefined ? "not set" : `\`${fallback}\``;
}
