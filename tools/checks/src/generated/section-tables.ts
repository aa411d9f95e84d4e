import { posix } from "node:path";

import { loadContract } from "../contract/load-contract.ts";
import { fileOf, readSectionFiles } from "../contract/section-files.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Computes `register/sections.ts` of each service: its sections of the initial data, by the contract's list. */
export async function sectionTables(root: string): Promise<GeneratedFile[]> {
  const initialData = (await loadContract(root))?.initialData ?? {};
  return Object.entries(initialData).map(([owner, sections]) => ({
    path: `services/${owner}/src/register/sections.ts`,
    content: tableOf(owner, Object.keys(sections), sectionPaths(root, owner)),
  }));
}

/** Paths from the table, by name of the file. */
function sectionPaths(root: string, owner: string): ReadonlyMap<string, string> {
  const paths = readSectionFiles(root, owner).map(({ path }) =>
    posix.relative(`services/${owner}/src/register`, path),
  );
  return new Map(paths.map((path) => [posix.basename(path), path]));
}

function tableOf(
  owner: string,
  names: readonly string[],
  paths: ReadonlyMap<string, string>,
): string {
  const type = `${owner.charAt(0).toUpperCase()}${owner.slice(1)}Registrations`;
  const imports = names.flatMap((name) => {
    const path = paths.get(fileOf(name));
    return path === undefined
      ? []
      : [{ path, text: `import { ${camel(name)} } from "./${path}";` }];
  });
  const entries = names
    .toSorted()
    .map((name) => (camel(name) === name ? `  ${name},` : `  ${name}: ${camel(name)},`));
  return [
    "// Generated from the contract's list of sections: `npm run generate`.",
    'import type { Sections } from "@team-chat/register";',
    "",
    `import type { ${type} } from "./registration/registration.ts";`,
    ...imports.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ text }) => text),
    "",
    "/** All sections of this service. */",
    `export const sections: Sections<"${owner}", ${type}> = {`,
    ...entries,
    "};",
    "",
  ].join("\n");
}

function camel(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
