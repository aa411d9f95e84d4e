// Usage: node scripts/bootstrap.mjs
//
// Installs the packages when that is necessary, and prints the Node 24 to run programs of this repository with, as
// run.sh does. Everything else takes both for granted, so the files of this folder must run on Node 20 and import no
// package.
import path from "node:path";
import { fileURLToPath } from "node:url";

import { installPackages } from "./install-packages.mjs";
import { majorOf, neededMajor, nodeProgram } from "./node-program.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const oldestMajor = 20;

if (process.platform === "win32") fail("Windows is not supported: use WSL, where this is Linux.");
if (majorOf(process.versions.node) < oldestMajor) {
  fail(`Node ${process.versions.node} is too old: install Node ${oldestMajor} or newer.`);
}
if (!installPackages(root)) {
  fail("npm ci failed: see its output above, mend that and try again.");
}

const node = nodeProgram(root, { execPath: process.execPath, version: process.versions.node });
if (node === null) {
  fail(
    `There is no packaged Node ${neededMajor} for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}: install Node ${neededMajor} or newer.`,
  );
}
console.log(node);

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
