import type { Problem } from "../problem.ts";
import { readSources } from "../source-files.ts";
import { sectionsOf } from "./sections.ts";

const cited = /docs\/behaviour\/[\w-]+\.md#[\w-]+/g;
const tests = [
  "{libs,services,tools,bench}/**/*.test.ts",
  "{libs,services}/*/tests/**/*.ts",
  "tests/**/*.ts",
];

/** Checks that each section of docs/behaviour is shown by a test that names it in its title or in a comment. */
export function checkCitedSections(root: string): Problem[] {
  const named = new Set(readSources(root, tests).flatMap(({ text }) => text.match(cited) ?? []));
  return readSources(root, "docs/behaviour/*.md").flatMap(({ path, text }) => {
    const [, ...sections] = sectionsOf(text);
    return sections
      .filter(([id]) => !named.has(`${path}#${id}`))
      .map(([id, line]) => ({
        file: path,
        line,
        message: `no test names ${path}#${id}: name it in the title of the test that shows it`,
      }));
  });
}
