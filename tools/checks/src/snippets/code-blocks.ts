import { lineAt, type SourceFile } from "../source-files.ts";

/** A fenced block of TypeScript, or of changes to it, in a page. */
export interface CodeBlock {
  readonly page: string;
  /** 1-based line of the page at which its text begins. */
  readonly line: number;
  readonly kind: "ts" | "diff";
  /** The file of the repository that it is about, by `title=`; empty when it stands for itself. */
  readonly file: string;
  readonly text: string;
  /**
   * Declarations that the reader is not shown: in a comment `<!-- given … -->` right before the block, with their line.
   */
  readonly given: { readonly line: number; readonly text: string } | null;
}

const block =
  /(?:^<!-- given\n(?<given>[^]*?)^-->\n+)?^```(?<kind>ts|diff)(?: title=(?<file>\S+))?\n(?<text>[^]*?)^```$/gm;

/** Finds the blocks of a page, in order. */
export function codeBlocksOf({ path, text }: SourceFile): CodeBlock[] {
  return [...text.matchAll(block)].map((match) => {
    const { file = "", given, kind, text: code = "" } = match.groups ?? {};
    const end = match.index + match[0].length - "```".length;
    return {
      page: path,
      line: lineAt(text, end - code.length),
      kind: kind === "diff" ? "diff" : "ts",
      file,
      text: code,
      given: given === undefined ? null : { line: lineAt(text, match.index) + 1, text: given },
    };
  });
}

/**
 * Makes the change that a block shows, unless it was made already; null when the lines that it expects are not there
 * exactly once.
 */
export function applyDiff(before: string, diff: string): string | null {
  const lines = diff.split("\n").filter((line) => line !== "");
  const take = (marks: string) =>
    lines
      .filter((line) => marks.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  if (before.split(take(" +")).length === 2) return before;
  const parts = before.split(take(" -"));
  return parts.length === 2 ? parts.join(take(" +")) : null;
}
