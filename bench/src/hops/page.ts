import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const repository = join(import.meta.dirname, "..", "..", "..");

/** The page that lists the hops of some flows as a reader follows them. */
export const page = join("docs", "subsystems", "hops.md");

/**
 * Lists the files that the page names below a heading, each once and in order.
 * @throws Error when the page has no such heading
 */
export async function hopsBelow(heading: string): Promise<readonly string[]> {
  const text = await readFile(join(repository, page), "utf8");
  const [, section] = text.split(`## ${heading}\n`);
  if (section === undefined) throw new Error(`${page} has no heading ${heading}.`);
  const [own = ""] = section.split("\n## ");
  const links = [...own.matchAll(/\]\((?<to>[^)]+\.ts)\)/g)];
  const folder = join(repository, page, "..");
  const files = links.map(({ groups }) => relative(repository, join(folder, groups?.["to"] ?? "")));
  return [...new Set(files)];
}
