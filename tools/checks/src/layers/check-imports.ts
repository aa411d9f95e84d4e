import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { readTypeScript, type SourceFile } from "../source-files.ts";
import { findImports, type Import } from "./imports.ts";
import {
  connectionOpeners,
  contractExternals,
  externalHomes,
  libImports,
  libsForBrowsers,
  testOnlyLibs,
  toolImports,
} from "./table.ts";
import { readWorkspaces, type Workspace } from "./workspace.ts";

interface Importer {
  readonly file: SourceFile;
  readonly workspace: Workspace;
  readonly isTest: boolean;
}

type Rule = (importer: Importer, imported: Import) => string | null;

const rules: readonly Rule[] = [
  staysInItsFolder,
  importsTheEntry,
  followsTheLayers,
  listsWhatItUses,
  goesThroughTheHome,
  opensConnectionsAtHome,
];

/** Checks every import between workspaces against the table of layers. */
export function checkImports(root: string): Problem[] {
  const workspaces = readWorkspaces(root);
  return readTypeScript(root).flatMap((file) => {
    const workspace = workspaces.find(({ folder }) => file.path.startsWith(`${folder}/`));
    if (workspace === undefined) {
      return [];
    }
    const importer = { file, workspace, isTest: isTestFile(file.path) };
    return findImports(file.text).flatMap((imported) =>
      rules
        .map((rule) => rule(importer, imported))
        .filter((message) => message !== null)
        .map((message) => ({ file: file.path, line: imported.line, message })),
    );
  });
}

function isTestFile(path: string): boolean {
  return path.endsWith(".test.ts") || path.includes("/tests/") || path.startsWith("tests/");
}

function staysInItsFolder({ file, workspace }: Importer, { specifier }: Import): string | null {
  if (!specifier.startsWith(".")) {
    return null;
  }
  const target = posix.join(posix.dirname(file.path), specifier);
  return target.startsWith(`${workspace.folder}/`)
    ? null
    : `${specifier} leaves ${workspace.folder}: import the other workspace by its package name`;
}

function importsTheEntry(_: Importer, { specifier }: Import): string | null {
  const deep = /^(?<name>@team-chat\/[^/]+)\/.+/.exec(specifier)?.groups?.["name"];
  return deep === undefined
    ? null
    : `${specifier} reaches inside ${deep}: export what you need from its src/index.ts`;
}

function followsTheLayers(
  { workspace, isTest }: Importer,
  { specifier, typeOnly }: Import,
): string | null {
  const target = internalName(specifier);
  if (target === null || specifier === workspace.name || workspace.kind === "system") {
    return null;
  }
  if (toolImports[workspace.folder]?.includes(target) === true) {
    return null;
  }
  if (!(target in libImports)) {
    return `only tests/system composes services and tools: talk to ${target} over HTTP or NATS instead`;
  }
  if (isTest || workspace.kind === "tool" || workspace.kind === "bench") {
    return null;
  }
  if (workspace.kind === "client") {
    return (target === "contract" && typeOnly) || libsForBrowsers.includes(target)
      ? null
      : `${target} is for Node: a client imports types of @team-chat/contract, and ${libsForBrowsers.join(", ")}`;
  }
  if (workspace.kind === "service") {
    return testOnlyLibs.includes(target)
      ? `${target} starts infrastructure and is for tests: take a URL from the configuration`
      : null;
  }
  const lib = workspace.folder.slice("libs/".length);
  return libImports[lib]?.includes(target) === true
    ? null
    : `libs/${lib} may not import ${target} (tools/checks/src/layers/table.ts): take what it needs as a parameter`;
}

function listsWhatItUses({ workspace, isTest }: Importer, { specifier }: Import): string | null {
  if (internalName(specifier) === null || specifier === workspace.name) {
    return null;
  }
  const listed = isTest
    ? [...workspace.dependencies, ...workspace.devDependencies]
    : workspace.dependencies;
  return listed.includes(specifier)
    ? null
    : `${specifier} is not in ${workspace.folder}/package.json: list it there`;
}

function goesThroughTheHome({ workspace, isTest }: Importer, { specifier }: Import): string | null {
  if (isTest || (workspace.kind !== "service" && workspace.kind !== "lib")) {
    return null;
  }
  if (
    workspace.folder === "libs/contract" &&
    isExternal(specifier) &&
    !contractExternals.includes(specifier)
  ) {
    return `libs/contract may import only ${contractExternals.join(", ")}: move what needs ${specifier} into another lib`;
  }
  const entry = externalHomes[specifier];
  return entry === undefined || entry.homes.includes(workspace.folder)
    ? null
    : `${specifier} is used by ${entry.homes.join(", ")} only: ${entry.instead}`;
}

function opensConnectionsAtHome(
  { file, workspace, isTest }: Importer,
  imported: Import,
): string | null {
  const openers = connectionOpeners[imported.specifier];
  if (openers === undefined || isTest || workspace.kind !== "service") {
    return null;
  }
  if (imported.typeOnly || file.path === `${workspace.folder}/src/service.ts`) {
    return null;
  }
  const used = imported.names.find((name) => openers.includes(name));
  return used === undefined
    ? null
    : `${used} opens a connection, which only src/service.ts does: take the open one as a parameter`;
}

function internalName(specifier: string): string | null {
  return /^@team-chat\/(?<name>[^/]+)/.exec(specifier)?.groups?.["name"] ?? null;
}

function isExternal(specifier: string): boolean {
  return !specifier.startsWith(".") && internalName(specifier) === null;
}
