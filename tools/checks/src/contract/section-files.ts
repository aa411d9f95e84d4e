import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { readSources, type SourceFile } from "../source-files.ts";
import { loadContract } from "./load-contract.ts";

const list = "libs/contract/src/internal/initial-data.ts";

/** Every section of the initial data has a file, an answer to spectators, and events or a reason; no file is spare. */
export async function checkSectionFiles(root: string): Promise<Problem[]> {
  const initialData = (await loadContract(root))?.initialData ?? {};
  return Object.entries(initialData).flatMap(([owner, sections]) => {
    const files = readSectionFiles(root, owner);
    const names = Object.keys(sections);
    return [
      ...names.flatMap((name) => problemsOf({ owner, name, files })),
      ...Object.entries(sections)
        .filter(([, { continuedBy }]) => !isContinued(continuedBy))
        .map(([name]) => ({
          file: list,
          message: `${name} says neither which events continue it nor why there are none`,
        })),
      ...files
        .filter(({ path }) => !names.some((name) => posix.basename(path) === fileOf(name)))
        .map(({ path }) => ({
          file: path,
          message: `is no section of ${owner} in the contract: name it in ${list}`,
        })),
    ];
  });
}

/** Reads the files of a service's sections. */
export function readSectionFiles(root: string, owner: string): SourceFile[] {
  return readSources(root, `services/${owner}/src/register/sections/**/*.ts`);
}

/** Returns the name of the file that holds a section. */
export function fileOf(name: string): string {
  return `${name.replaceAll("_", "-")}.ts`;
}

interface Wanted {
  readonly owner: string;
  readonly name: string;
  readonly files: readonly SourceFile[];
}

function problemsOf({ files, name, owner }: Wanted): Problem[] {
  const found = files.find(({ path }) => posix.basename(path) === fileOf(name));
  if (found === undefined)
    return [
      {
        file: `services/${owner}/src/register/sections`,
        message: `${name} has no file ${fileOf(name)}: describe it there with registerSection`,
      },
    ];
  const { path, text } = found;
  const demands: [met: boolean, message: string][] = [
    [
      text.includes("registerSection({") && text.includes(`name: "${name}"`),
      `describes no section ${name} with registerSection`,
    ],
    [
      /\bspectator\b/.test(text),
      `${name} does not say what people without an account get: add \`spectator\``,
    ],
  ];
  return demands.filter(([met]) => !met).map(([, message]) => ({ file: path, message }));
}

function isContinued(continuedBy: unknown): boolean {
  if (Array.isArray(continuedBy)) return continuedBy.length > 0;
  return typeof continuedBy === "object" && continuedBy !== null && "nothing" in continuedBy;
}
