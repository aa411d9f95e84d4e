import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";

import type { Problem } from "../problem.ts";
import { lineAt, listPaths, readTexts, type SourceFile } from "../source-files.ts";
import { sectionsOf } from "./sections.ts";

/** A page of `docs` as code and titles name it, perhaps with a section. */
const named = /(?<![\w./-])docs\/(?<page>[\w./-]+?\.md)(?:#(?<section>[\w-]+))?(?![\w/-])/g;
/** A link of a Markdown page to another page or to a section. */
const linked = /\]\((?<page>[^)\s:#]*\.md)?(?:#(?<section>[^)\s]+))?\)/g;
/** A link of a Markdown page to a folder or a file of code. */
const linkedCode = /\]\((?<path>[^)\s:#]*\/[^)\s:#]*)\)/g;
/** A folder or file of the repository as Markdown pages name it, perhaps of several services by `*` or `{a,b}`. */
const code = /`(?<path>(?:libs|services|tools|tests|bench|deploy)\/[\w./{},*-]+)`/g;
/** A file as pages name it, by the end of its path. */
const fileName =
  /`\/?(?!(?:libs|services|tools|tests|bench|deploy)\/)(?<path>(?:[\w.-]+\/)*[\w.-]+\.(?:ts|sql|mjs))`/g;
const decision = /\bADR (?<number>\d+)\b/g;

/** Checks that what is named under `docs`, by a link, as a path of code or as a decision, exists with its section. */
export function checkReferences(root: string): Problem[] {
  const decisions = new Set(
    listPaths(root, "docs/adr/*.md").map((path) => Number(/\d+/.exec(path)?.[0])),
  );
  const isBroken = brokenIn(root);
  const isFile = filesIn(root);
  return readTexts(root).flatMap((file) => [
    ...problemsOf(file, named, ({ page = "", section }) =>
      isBroken(join("docs", page), section) ? "is no page or section of docs" : null,
    ),
    ...(file.path.endsWith(".md")
      ? problemsOf(file, linked, ({ page, section }) =>
          isBroken(targetOf(file, page), section) ? "leads to no page or section" : null,
        )
      : []),
    ...(isOfToday(file)
      ? [
          ...problemsOf(file, code, ({ path = "" }) =>
            globSync(path, { cwd: root }).length === 0 ? "is no file or folder" : null,
          ),
          ...problemsOf(file, linkedCode, ({ path = "" }) =>
            path.endsWith(".md") || existsSync(join(root, file.path, "..", path))
              ? null
              : "leads to no file or folder",
          ),
          ...problemsOf(file, fileName, ({ path = "" }) =>
            isFile(path) ? null : "is not the end of any file's path",
          ),
        ]
      : []),
    ...problemsOf(file, decision, ({ number }) =>
      decisions.has(Number(number)) ? null : "is not in docs/adr",
    ),
  ]);
}

/** Decisions tell of the code of their time, and tutorials of files that are still to be written. */
function isOfToday({ path }: SourceFile): boolean {
  return path.endsWith(".md") && !/^docs\/(?:adr|tutorials)\//.test(path);
}

function targetOf({ path }: SourceFile, page: string | undefined): string {
  return page === undefined ? path : join(path, "..", page);
}

/** Tells whether some file of the repository has a path that ends so. */
function filesIn(root: string): (path: string) => boolean {
  const paths = listPaths(root, "**/*.{ts,sql,mjs}").map((path) => `/${path}`);
  return (wanted) => paths.some((path) => path.endsWith(`/${wanted}`));
}

/** Tells of a page, and of a section of it if one is given, whether it is missing. */
function brokenIn(root: string): (page: string, section: string | undefined) => boolean {
  const known = new Map<string, ReadonlyMap<string, number> | null>();
  return (page, section) => {
    let sections = known.get(page);
    if (sections === undefined) {
      const path = join(root, page);
      sections = existsSync(path) ? sectionsOf(readFileSync(path, "utf8")) : null;
      known.set(page, sections);
    }
    return sections === null || (section !== undefined && !sections.has(section));
  };
}

type Judge = (groups: Readonly<Record<string, string | undefined>>) => string | null;

function problemsOf({ path, text }: SourceFile, pattern: RegExp, judge: Judge): Problem[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const message = judge(match.groups ?? {});
    if (message === null) return [];
    return [{ file: path, line: lineAt(text, match.index), message: `"${match[0]}" ${message}` }];
  });
}
