import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type ConfigField, loadConfigFields } from "../config/config-fields.ts";
import { listPaths } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";

const begin = "<!-- configuration: generated from src/config.ts -->";
const end = "<!-- /configuration -->";

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
      return withTable(root, `${workspace}/README.md`, fields);
    }),
  );
}

function withTable(root: string, path: string, fields: readonly ConfigField[]): Generated {
  const text = listPaths(root, path).length === 0 ? "" : readFileSync(join(root, path), "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) {
    return {
      file: path,
      message: `needs the lines ${begin} and ${end} where the table of variables goes`,
    };
  }
  const table = [
    begin,
    "",
    "| Variable | Default | Meaning |",
    "| --- | --- | --- |",
    ...fields.map(
      (field) =>
        `| \`${field.name}\` | ${defaultOf(field)} | ${field.description.replaceAll("|", "\\|")} |`,
    ),
    "",
    end,
  ].join("\n");
  return { path, content: text.slice(0, from) + table + text.slice(to + end.length) };
}

function defaultOf({ required, fallback, secret }: ConfigField): string {
  if (required) {
    return secret ? "required, secret" : "required";
  }
  return fallback === undefined ? "not set" : `\`${fallback}\``;
}
