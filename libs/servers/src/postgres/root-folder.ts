import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// What root keeps for `nobody` when the checkout lies where `nobody` may not go. /var/lib, because
// systems clean /tmp and /var/tmp by age and would eat the data of a stack that was not used for a month.
const candidates = ["/var/lib/team-chat", join(tmpdir(), "team-chat-root"), "/tmp/team-chat-root"];

/**
 * Returns a folder of root that everybody may enter, one per `key`; `isFit` has the last word on a place.
 *
 * @throws Error when no place is fit.
 */
export function rootFolder(key: string, isFit: (folder: string) => boolean): string {
  const hash = createHash("sha256").update(key).digest("hex").slice(0, 16);
  for (const base of candidates) {
    const folder = join(base, hash);
    if (makeOpenFolder(base) && makeOpenFolder(folder) && isFit(folder)) return folder;
  }
  throw new Error(
    `PostgreSQL runs as the user nobody here and found no folder it may enter (tried ${candidates.join(", ")}): move the checkout, or set DATABASE_URL.`,
  );
}

/**
 * Makes a folder that is open to all; one that somebody else prepared could hold planted programs, so only root's own
 * will do.
 */
function makeOpenFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    const { uid } = lstatSync(folder);
    if (uid !== 0) return false;
    chmodSync(folder, 0o755);
    return lstatSync(folder).isDirectory();
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
