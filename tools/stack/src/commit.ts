import { spawnSync } from "node:child_process";

/** Returns the commit that is checked out in a folder, for `build_info`; "unknown" without git. */
export function commitOf(root: string): string {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : "unknown";
}
