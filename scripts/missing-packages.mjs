import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Lists the packages that package-lock.json names and node_modules lacks or has in another version.
 *
 * It reads what npm itself noted about its last install. Optional packages of other platforms do not count.
 *
 * @param {string} root The folder of package-lock.json.
 * @returns {string[]} Their paths in no particular order.
 */
export function missingPackages(root) {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  const notes = path.join(root, "node_modules", ".package-lock.json");
  const installed = existsSync(notes) ? readPackages(notes) : {};
  return Object.entries(wanted)
    .filter(([name, entry]) => name.includes("node_modules/") && isMissing(entry, installed[name]))
    .map(([name]) => name);
}

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} Entry
 */

/**
 * @param {Entry} wanted
 * @param {Entry | undefined} installed
 */
function isMissing(wanted, installed) {
  if (installed === undefined) return wanted.optional !== true && wanted.devOptional !== true;
  return wanted.version !== installed.version;
}

/**
 * @param {string} file
 * @returns {Record<string, Entry>}
 */
function readPackages(file) {
  const lock = /** @type {{ packages: Record<string, Entry> }} */ (
    JSON.parse(readFileSync(file, "utf8"))
  );
  return lock.packages;
}
