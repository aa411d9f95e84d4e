import { lineAt, readSources, type SourceFile } from "../source-files.ts";

/** A test as its file declares it; one of several rows counts once. */
export interface DeclaredTest {
  readonly file: string;
  /** The 1-based line where it begins. */
  readonly line: number;
  /** Text between the quotes, without the section that it names; null where it is no literal. */
  readonly title: string | null;
  /** Sections of docs/behaviour that the test, its groups or the file's first comment name, each once. */
  readonly sections: readonly string[];
}

interface Declaration {
  readonly isTest: boolean;
  readonly indent: number;
  readonly line: number;
  readonly title: string | null;
  /** Everything up to the next declaration, with the comment above this one. */
  readonly text: string;
}

const declared = /^(?<indent>[ \t]*)(?<kind>test|it|describe)(?<rows>\.\w+)?(?=[(<])/gm;
const section = /docs\/behaviour\/[\w-]+\.md#[\w-]+/g;
const reference = /\s*\([^()]*docs\/[^()]*\)/g;
const quoted = /^"(?<double>(?:\\.|[^\\"])*)"|^`(?<template>(?:\\.|[^\\`])*)`/;

/** Every test below `root`, by file and line; the formatter's indentation tells to which groups it belongs. */
export function readTests(root: string): DeclaredTest[] {
  return readSources(root, [
    "{libs,services,tools,bench}/**/*.test.ts",
    "{libs,services,tools}/*/tests/**/*.ts",
    "tests/**/*.ts",
  ]).flatMap((file) => testsOf(file));
}

function testsOf(file: SourceFile): DeclaredTest[] {
  const first = /^(?:\/\/.*\n)*/.exec(file.text)?.[0] ?? "";
  const groups: Declaration[] = [];
  return declarationsOf(file.text).flatMap((declaration) => {
    while ((groups.at(-1)?.indent ?? -1) >= declaration.indent) groups.pop();
    if (!declaration.isTest) {
      groups.push(declaration);
      return [];
    }
    const texts = [first, ...groups.map(({ text }) => text), declaration.text];
    const { line, title } = declaration;
    return [
      {
        file: file.path,
        line,
        title: title?.replaceAll(reference, "") ?? null,
        sections: [...new Set(texts.join("\n").match(section))],
      },
    ];
  });
}

function declarationsOf(text: string): Declaration[] {
  const matches = [...text.matchAll(declared)];
  const starts = matches.map(({ index }) => commentAbove(text, index));
  return matches.map((match, at) => {
    const { indent = "", kind, rows } = match.groups ?? {};
    const own = text.slice(starts[at], starts[at + 1]);
    const given = text.slice(match.index + match[0].length, starts[at + 1]);
    return {
      isTest: kind !== "describe",
      indent: indent.length,
      line: lineAt(text, match.index),
      title: titleIn(given, rows !== undefined),
      text: own,
    };
  });
}

/** The title among what is given to a declaration; with rows it stands in the second parentheses. */
function titleIn(given: string, hasRows: boolean): string | null {
  const open = hasRows ? /\)\(\s*(?=["`])/ : /\(\s*/;
  const match = open.exec(given);
  if (match === null) return null;
  const groups = quoted.exec(given.slice(match.index + match[0].length))?.groups;
  return groups?.["double"] ?? groups?.["template"] ?? null;
}

/** Finds the beginning of the lines of comment that end right above an offset, or the offset itself. */
function commentAbove(text: string, offset: number): number {
  let start = offset;
  while (start > 0) {
    const before = text.lastIndexOf("\n", start - 2) + 1;
    if (!/^\s*(?:\/\/|\/?\*)/.test(text.slice(before, start))) return start;
    start = before;
  }
  return start;
}
