import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

/** A system user to run a program as; empty for the current one. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

// The ids of `nobody` on Linux: PostgreSQL refuses root, and this account exists everywhere without being made.
const nobody = { uid: 65_534, gid: 65_534 } as const;

/** Returns the account PostgreSQL runs as: `nobody` when the caller is root, else the caller itself. */
export function postgresAccount(): Account {
  return process.getuid?.() === 0 ? nobody : {};
}

/** Tells whether `path` (a folder or a program) can be entered or executed by `account`, by letting it try. */
export function mayEnter(path: string, account: Account): boolean {
  const probe = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], {
    cwd: "/",
    stdio: "ignore",
    ...account,
  });
  if (probe.error !== undefined) {
    throw new Error(
      "PostgreSQL refuses to run as root and this process may not switch to the user nobody: run as an ordinary user or set DATABASE_URL.",
      { cause: probe.error },
    );
  }
  return probe.status === 0;
}

/** Gives a file or folder to `account`; nothing happens when that is the current user. */
export function giveTo(path: string, account: Account): void {
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
