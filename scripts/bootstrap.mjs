// Usage: node scripts/bootstrap.mjs [program [argument ...]]
//
// Installs the packages when that is necessary, and runs a program of this repository, if one is named, with Node 24.
// Everything else takes both for granted, so the files of this folder must run on Node 20 and import no package.
import path from "node:path";
import { fileURLToPath } from "node:url";

import { installPackages } from "./install-packages.mjs";
import { majorOf, neededMajor, nodeProgram } from "./node-program.mjs";
import { runProgram } from "./run-program.mjs";

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
const [program, ...args] = process.argv.slice(2);
if (program !== undefined) {
  runProgram(node, [path.join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, ".cache", "node") },
  });
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
