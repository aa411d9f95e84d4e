import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { giveTo, mayEnter, type Account } from "./account.ts";
import { rootFolder } from "./root-folder.ts";

const ownerFile = "owner";

/**
 * Makes the data folder for `account` and returns where it really is.
 *
 * Where `account` cannot get to `dataDir`, the data lives in a folder of root outside and `dataDir` is a symlink to it.
 * Removing the link is how somebody asks for a fresh database, so what a missing link pointed to is removed too.
 */
export function makeDataFolder(dataDir: string, account: Account): string {
  mkdirSync(dirname(dataDir), { recursive: true });
  const link = lstatSync(dataDir, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() === true) return makeOwned(readlinkSync(dataDir), account);
  if (mayEnter(dirname(dataDir), account)) return makeOwned(dataDir, account);
  if (link !== undefined) {
    throw new Error(
      `PostgreSQL runs as the user nobody when started by root, and nobody may no longer enter ${dataDir}: open its parent folders (chmod o+x), or remove it to start afresh.`,
    );
  }
  const outside = rootFolder(`data ${dataDir}`, (folder) => mayEnter(folder, account));
  const real = join(outside, "postgres");
  // The link comes first: what no link points to is taken for abandoned.
  symlinkSync(real, dataDir);
  removeAbandoned(dirname(outside));
  writeFileSync(join(outside, ownerFile), dataDir);
  rmSync(real, { recursive: true, force: true });
  return makeOwned(real, account);
}

/** Longest path of a socket that all systems take, without the name that PostgreSQL gives it. */
const longestSocketFolder = 80;

/** Makes a folder for sockets beside a data folder, and returns it; an empty string when its path is too long. */
export function makeSocketFolder(folder: string, account: Account): string {
  const beside = `${folder}.sockets`;
  return Buffer.byteLength(beside) > longestSocketFolder ? "" : makeOwned(beside, account);
}

/** Removes data that belonged to temporary folders which are gone. Other folders may only be away, as on a disk. */
function removeAbandoned(base: string): void {
  for (const name of readdirSync(base)) {
    const owner = join(base, name, ownerFile);
    if (!existsSync(owner)) continue;
    const dataDir = readFileSync(owner, "utf8");
    const isThere = lstatSync(dataDir, { throwIfNoEntry: false }) !== undefined;
    const isTemporary = dataDir.startsWith(`${tmpdir()}/`);
    if (isTemporary && !isThere) rmSync(join(base, name), { recursive: true, force: true });
  }
}

function makeOwned(folder: string, account: Account): string {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  giveTo(folder, account);
  return folder;
}
