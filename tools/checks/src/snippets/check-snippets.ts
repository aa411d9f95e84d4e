import type { Problem } from "../problem.ts";
import { readSources } from "../source-files.ts";
import { applyDiff, type CodeBlock, codeBlocksOf } from "./code-blocks.ts";
import { type CompilerError, TreeCopy } from "./tree-copy.ts";

const pages = ["*.md", "docs/**/*.md", "{libs,services,tools,deploy}/**/*.md"];

/**
 * Blocks of TypeScript in pages compile: those that stand for themselves with what is declared before them, those that
 * are about a file in its place, after all changes that the page shows.
 */
export function checkSnippets(root: string): Problem[] {
  const blocks = readSources(root, pages).flatMap((page) => codeBlocksOf(page));
  if (blocks.length === 0) return [];
  using copy = new TreeCopy(root);
  const misfits = blocks.flatMap((block) => place(copy, block));
  const files = [...new Set(blocks.map(pathOf))].filter((path) => isCompiled(copy, path));
  return [...misfits, ...copy.compile(files).map((error) => problemOf(error, blocks))];
}

/** Tests of the whole product import all of it; what is shown of them is only put into its place. */
function isCompiled(copy: TreeCopy, path: string): boolean {
  return !path.startsWith("tests/") && copy.read(path) !== null;
}

function pathOf({ file, line, page }: CodeBlock): string {
  return file === "" ? `snippets/${page.replaceAll("/", "-")}-${line}.mts` : file;
}

function place(copy: TreeCopy, block: CodeBlock): Problem[] {
  const { file, kind, line, page, text } = block;
  if (kind === "ts") {
    copy.write(pathOf(block), file === "" ? standingAlone(block) : text);
    return [];
  }
  if (file === "") return [];
  const after = applyDiff(copy.read(file) ?? "", text);
  if (after === null)
    return [{ file: page, line, message: `the lines that it changes are not once in ${file}` }];
  copy.write(file, after);
  return [];
}

/** A module with what is given and shown at the lines where the page has it. */
function standingAlone({ given, line, text }: CodeBlock): string {
  const lines = Array.from({ length: line - 1 }, () => "");
  const hidden = given?.text.trimEnd().split("\n") ?? [];
  lines.splice((given?.line ?? 1) - 1, hidden.length, ...hidden);
  return `${[...lines, text].join("\n")}export {};\n`;
}

function problemOf({ line, message, path }: CompilerError, blocks: readonly CodeBlock[]): Problem {
  const block = blocks.findLast((one) => pathOf(one) === path);
  if (block === undefined) return { file: path, line, message };
  if (block.file === "") return { file: block.page, line, message };
  return {
    file: block.page,
    line: block.kind === "ts" ? block.line + line - 1 : block.line,
    message: `${path}:${line} ${message}`,
  };
}
