import { lineAt } from "../source-files.ts";

/** One import or re-export statement of a file. */
export interface Import {
  readonly specifier: string;
  /** The names between the braces, without `type` and `as` parts; empty for side-effect and dynamic imports. */
  readonly names: readonly string[];
  readonly typeOnly: boolean;
  readonly line: number;
}

const statement =
  /^(?:import|export)\s+(?<typeOnly>type\s+)?(?<clause>[^"';]*?)\s*from\s*["'](?<from>[^"']+)["']/gm;
const sideEffect = /^import\s+["'](?<from>[^"']+)["']/gm;
const dynamic = /\bimport\(\s*["'](?<from>[^"']+)["']\s*\)/g;

/**
 * Finds the imports of a formatted TypeScript file.
 *
 * Works on text: after oxfmt every statement starts at the beginning of a line and quotes with `"`.
 */
export function findImports(text: string): Import[] {
  const found: Import[] = [];
  for (const match of text.matchAll(statement)) {
    const groups = match.groups ?? {};
    found.push({
      specifier: groups["from"] ?? "",
      names: namesOf(groups["clause"] ?? ""),
      typeOnly: groups["typeOnly"] !== undefined,
      line: lineAt(text, match.index),
    });
  }
  for (const pattern of [sideEffect, dynamic]) {
    for (const match of text.matchAll(pattern)) {
      const specifier = match.groups?.["from"] ?? "";
      found.push({ specifier, names: [], typeOnly: false, line: lineAt(text, match.index) });
    }
  }
  return found.toSorted((a, b) => a.line - b.line);
}

function namesOf(clause: string): string[] {
  const inner = /\{(?<names>[^}]*)\}/.exec(clause)?.groups?.["names"] ?? "";
  return inner
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name);
}
