import { posix } from "node:path";

import { sectionsOf } from "../house/sections.ts";
import { readSources, type SourceFile } from "../source-files.ts";
import { type DeclaredTest, readTests } from "../titles/read-tests.ts";
import type { GeneratedFile } from "./generated-file.ts";

const folder = "docs/behaviour/tests";

/** Computes for each page of docs/behaviour the list of tests that prove it, section by section. */
export function testIndex(root: string): GeneratedFile[] {
  const tests = readTests(root);
  return readSources(root, "docs/behaviour/*.md").map((page) => ({
    path: posix.join(folder, posix.basename(page.path)),
    content: indexOf(page, tests),
  }));
}

function indexOf({ path, text }: SourceFile, tests: readonly DeclaredTest[]): string {
  const name = posix.basename(path);
  const lines = text.split("\n");
  const [, ...sections] = sectionsOf(text);
  return [
    `# Tests of ${name.slice(0, -".md".length)}`,
    "",
    `The tests that prove each section of [${name}](../${name}). This list is generated: \`npm run generate\`.`,
    "",
    ...sections.flatMap(([id, line]) => {
      const proofs = tests.filter((test) => test.sections.includes(`${path}#${id}`));
      if (proofs.length === 0) return [];
      const heading = (lines[line - 1] ?? "").replace(/^#+\s+/, "");
      return [`## [${heading}](../${name}#${id})`, "", ...filesOf(proofs), ""];
    }),
  ].join("\n");
}

function filesOf(proofs: readonly DeclaredTest[]): string[] {
  const files = Map.groupBy(proofs, ({ file }) => file);
  return [...files].flatMap(([file, inFile]) => [
    `- [${posix.basename(file)}](${posix.relative(folder, file)})`,
    ...inFile.map(({ title }) => `  - ${readable(title ?? "")}`),
  ]);
}

/** A title as Markdown, in which values of rows become an ellipsis. */
function readable(title: string): string {
  return title
    .replaceAll(/\$\{[^}]*\}|\$\w+(?:\.\w+)*|%[sdifjoOp#]/g, "…")
    .replaceAll(/\\(["`])/g, "$1")
    .replaceAll(/[\\*_<>[\]`]/g, "\\$&");
}
