import type { Problem } from "../problem.ts";
import { folderOrders } from "./folder-order.ts";
import { readImportGraph } from "./service-imports.ts";
import { readWorkspaces } from "./workspace.ts";

const table = "tools/checks/src/layers/folder-order.ts";

/** Checks that in each service every file has its place, and that imports, also of types, lead downwards only. */
export function checkFolderOrder(root: string): Problem[] {
  return readWorkspaces(root)
    .filter(({ kind }) => kind === "service")
    .flatMap(({ folder }) => {
      const order = folderOrders[folder.slice("services/".length)];
      if (order !== undefined) return checkService(root, `${folder}/src`, order);
      return [{ file: folder, message: `has no order of folders: add one to ${table}` }];
    });
}

function checkService(root: string, src: string, order: readonly string[]): Problem[] {
  const { files, arrows } = readImportGraph(root, src);
  const placeOf = (file: string) => file.slice(src.length + 1).split("/")[0] ?? "";
  const unplaced = files
    .filter((file) => !order.includes(placeOf(file)))
    .map((file) => ({
      file,
      message: `${placeOf(file)} has no place in the order of folders (${table}): move the file into one that has`,
    }));
  const upward = arrows
    .map((arrow) => ({ ...arrow, above: placeOf(arrow.to), below: placeOf(arrow.from) }))
    .filter(
      ({ above, below }) => order.includes(above) && order.indexOf(above) < order.indexOf(below),
    )
    .map(({ from, line, above, below }) => ({
      file: from,
      line,
      message: `${below} is below ${above} (${table}) and may not import it: take what is needed as a parameter, or move it down`,
    }));
  return [...unplaced, ...upward];
}
