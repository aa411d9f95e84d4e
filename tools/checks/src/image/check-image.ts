import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Problem } from "../problem.ts";
import { isProgram } from "../programs.ts";
import { listPaths } from "../source-files.ts";
import { BuildContext } from "./build-context.ts";
import { ImageError, parseDockerfile } from "./dockerfile.ts";
import { type BuiltImage, processEnvironment, runDockerfile } from "./run-dockerfile.ts";
import { sbomProblems } from "./sbom.ts";

const dockerfile = "deploy/Dockerfile";
const startTimeoutMs = 120_000;

/**
 * Carries out the Dockerfile's steps in a folder of their own and starts every program in it without an environment:
 * one that gets as far as complaining about its configuration has found all of its code and packages.
 */
export function checkImage(root: string): Problem[] {
  const folder = mkdtempSync(join(tmpdir(), "image-"));
  try {
    const context = new BuildContext(root, join(root, `${dockerfile}.dockerignore`));
    const instructions = parseDockerfile(readFileSync(join(root, dockerfile), "utf8"));
    const image = runDockerfile(instructions, context, folder);
    return [
      ...settingsProblems(image),
      ...sbomProblems(image.folder).map((message) => ({ file: dockerfile, message })),
      ...programsOf(root, image).flatMap((program) => startProblems(image, program)),
    ];
  } catch (error) {
    if (error instanceof ImageError) {
      return [{ file: dockerfile, line: error.line, message: error.message }];
    }
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function settingsProblems(image: BuiltImage): Problem[] {
  const programs = image.command.some(isProgram);
  return [
    ...(image.user === "root"
      ? [{ file: dockerfile, message: "runs as root: end with USER node" }]
      : []),
    ...(programs
      ? []
      : [
          {
            file: dockerfile,
            message: "has no CMD that starts a src/main.ts, or a bundle of programs",
          },
        ]),
  ];
}

/** Lists the programs that processes of the image run: those of its bundles when it has any. */
function programsOf(root: string, image: BuiltImage): string[] {
  const sources = listPaths(root, ["services/*/src/main.ts", "tools/migrate/src/main.ts"]);
  if (!existsSync(join(image.folder, "programs"))) return sources;
  return sources.map((source) => `programs/${source.split("/")[1] ?? ""}.js`);
}

function startProblems(image: BuiltImage, program: string): Problem[] {
  const { status, stderr, stdout } = spawnSync("node", [program], {
    cwd: image.folder,
    encoding: "utf8",
    timeout: startTimeoutMs,
    // The programs share most of their code, which the first one compiles for the others.
    env: { ...processEnvironment(image), NODE_COMPILE_CACHE: `${image.folder}/.compiled` },
  });
  const output = `${stdout}${stderr}`;
  return status === 1 && output.includes("configuration")
    ? []
    : [
        {
          file: program,
          message: `does not start from the image (exit ${String(status)}): ${output.slice(0, 600)}`,
        },
      ];
}
