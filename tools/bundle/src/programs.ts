import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Paths of the product's programs, each named by its source, such as `services/users/src/main.ts`. */
export interface Programs {
  pathOf(source: string): string;
  /** Variables that every process of them is to have. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Returns the programs as they are written; Node reads hundreds of files for each of them. */
export function sourcePrograms(root: string): Programs {
  return { pathOf: (source) => path.join(root, source), variables: {} };
}

/**
 * Returns programs of which a process starts in a third of the time, because each is one file with what it shares with
 * the others in a few more. They are made unless they are current, in the cache folder of the repository. Any other
 * program is run as it is written.
 *
 * @throws Error with the bundler's words when a program cannot be bundled
 */
export async function bundledPrograms(root: string): Promise<Programs> {
  const folder = path.join(folderOfBundles(root), versionOf(root));
  if (!existsSync(folder))
    await run(process.execPath, [path.join(import.meta.dirname, "main.ts"), root, folder]);
  return programsIn(folder, root);
}

/** Returns the programs that were bundled together with the one that runs; null when that runs as it is written. */
export function ownBundle(root: string): Programs | null {
  const folder = path.dirname(path.resolve(process.argv[1] ?? ""));
  return path.dirname(folder) === folderOfBundles(root) ? programsIn(folder, root) : null;
}

function folderOfBundles(root: string): string {
  return path.join(root, ".cache/programs");
}

function programsIn(folder: string, root: string): Programs {
  return {
    pathOf: (source) => {
      const bundle = path.join(folder, bundleName(source));
      return existsSync(bundle) ? bundle : path.join(root, source);
    },
    // What V8 has compiled for one process is read by the next, which starts in two thirds of the time.
    variables: { NODE_COMPILE_CACHE: path.join(folder, "compiled") },
  };
}

/** Returns the name of a program's file among the bundles. */
export function bundleName(source: string): string {
  return `${path.basename(source.replace("/src/main.ts", ""))}.js`;
}

/** Names what bundles are made of: equal versions are equal bundles. They hold paths, so a copy has others. */
function versionOf(root: string): string {
  const hash = createHash("sha256").update(root).update(process.version);
  const sources = globSync(["{libs,services,tools}/*/src/**/*.ts", "package-lock.json"], {
    cwd: root,
  });
  for (const name of sources.toSorted()) {
    const { mtimeMs, size } = statSync(path.join(root, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
