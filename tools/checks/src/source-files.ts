import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of the checked tree with its text. */
export interface SourceFile {
  /** Path relative to the checked root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const notOurs = ["**/node_modules/**", "tools/checks/fixtures/**", "**/dist/**", ".git/**"];

/** Lists the paths below `root` that match a pattern, sorted, without dependencies and planted violations. */
export function listPaths(root: string, pattern: string | string[]): string[] {
  return globSync(pattern, { cwd: root, exclude: notOurs }).toSorted();
}

/** Reads every file below `root` that matches a pattern, sorted by path. */
export function readSources(root: string, pattern: string | string[]): SourceFile[] {
  return listPaths(root, pattern).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
}

/** Reads every TypeScript file of the product: clients, libs, services, tools, bench and tests. */
export function readTypeScript(root: string): SourceFile[] {
  return readSources(root, ["{clients,libs,services,tools,tests,bench}/**/*.{ts,tsx}", "*.ts"]);
}

/** Reads everything that people write and read: code, configuration and Markdown. */
export function readTexts(root: string): SourceFile[] {
  return readSources(root, [
    "{clients,libs,services,tools,tests,bench,deploy,docs,scripts}/**/*.{ts,tsx,css,mjs,sql,sh,yaml,yml,md}",
    "*.{ts,mjs,md}",
  ]);
}

/** Returns the 1-based line of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
