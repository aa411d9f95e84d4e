import type { Problem } from "../problem.ts";
import { libImports } from "./table.ts";
import { readWorkspaces, type Workspace } from "./workspace.ts";

const table = "tools/checks/src/layers/table.ts";

/** Compares the internal dependencies in every lib's package.json with the table of layers. */
export function checkManifests(root: string): Problem[] {
  return readWorkspaces(root)
    .filter((workspace) => workspace.kind === "lib")
    .flatMap((workspace) => compareWithTable(workspace));
}

function compareWithTable(workspace: Workspace): Problem[] {
  const file = `${workspace.folder}/package.json`;
  const lib = workspace.folder.slice("libs/".length);
  const allowed = libImports[lib];
  if (allowed === undefined) {
    return [
      { file, message: `libs/${lib} has no row in ${table}: add one that says what it may import` },
    ];
  }
  const listed = workspace.dependencies
    .filter((name) => name.startsWith("@team-chat/"))
    .map((name) => name.slice("@team-chat/".length));
  const extra = listed
    .filter((name) => !allowed.includes(name))
    .map((name) => ({
      file,
      message: `libs/${lib} depends on ${name}, which ${table} does not allow: pass what it needs as a parameter`,
    }));
  const missing = allowed
    .filter((name) => !listed.includes(name))
    .map((name) => ({
      file,
      message: `${table} lets libs/${lib} import ${name}, but its package.json does not list it: remove it from the table`,
    }));
  return [...extra, ...missing];
}
