import { existsSync } from "node:fs";
import path from "node:path";

/** The oldest Node that runs TypeScript as it is. */
export const neededMajor = 24;

/**
 * Returns the Node to run our programs with: the one among the installed packages, else the current one if it is new
 * enough.
 *
 * @param {string} root The folder of node_modules.
 * @param {{ execPath: string, version: string }} current The running Node.
 * @returns {string | null} Null when neither will do.
 */
export function nodeProgram(root, current) {
  const packaged = path.join(root, "node_modules", ".bin", "node");
  if (existsSync(packaged)) return packaged;
  return majorOf(current.version) >= neededMajor ? current.execPath : null;
}

/** @param {string} version Such as `20.1.0`. */
export function majorOf(version) {
  return Number.parseInt(version, 10);
}
