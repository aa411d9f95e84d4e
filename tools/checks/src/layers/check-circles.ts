import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { findCircles, graphOf } from "./find-circles.ts";
import { readImportGraph } from "./service-imports.ts";
import { readWorkspaces } from "./workspace.ts";

/** Files never import each other in a circle, not even types; in services folders do not either. */
export function checkCircles(root: string): Problem[] {
  return readWorkspaces(root).flatMap(({ folder, kind }) => {
    const { arrows } = readImportGraph(root, folder);
    const files = findCircles(graphOf(arrows)).map((circle) => circleProblem("files", circle));
    return kind === "service" ? [...files, ...folderCircles(root, `${folder}/src`)] : files;
  });
}

function folderCircles(root: string, src: string): Problem[] {
  // Files directly in `src` wire the others, so each stands for itself.
  const placeOf = (file: string) => {
    const folder = posix.dirname(file);
    return folder === src ? file : folder;
  };
  const arrows = readImportGraph(root, src).arrows.map(({ from, to }) => ({
    from: placeOf(from),
    to: placeOf(to),
  }));
  return findCircles(graphOf(arrows)).map((circle) => circleProblem("folders", circle));
}

function circleProblem(kind: string, circle: readonly string[]): Problem {
  return {
    file: circle[0] ?? "",
    message: `these ${kind} import each other in a circle, move what several need into a file below them: ${circle.join(", ")}`,
  };
}
