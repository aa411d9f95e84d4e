// Usage: node scripts/bootstrap.mjs [program [argument ...]]
//
// Installs the packages when that is necessary, and runs a program of this repository, if one is named, with Node 24. Everything else
// takes both for granted, so the files of this folder must run on Node 20 and import no package.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { missingPackages } from "./missing-packages.mjs";
import { majorOf, neededMajor, nodeProgram } from "./node-program.mjs";
import { runProgram } from "./run-program.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const oldestMajor = 20;

if (process.platform === "win32") fail("Windows is not supported: use WSL, where this is Linux.");
if (majorOf(process.versions.node) < oldestMajor) {
  fail(`Node ${process.versions.node} is too old: install Node ${oldestMajor} or newer.`);
}
if (missingPackages(root).length > 0) install();

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

function install() {
  console.error("Installing packages (npm ci) ...");
  // npm's own Node, because the current one may lie in the node_modules that npm is about to replace.
  const { npm_node_execpath: npmNode, npm_execpath: npm } = process.env;
  const isByNpm = npm !== undefined && npmNode !== undefined;
  const command = isByNpm ? npmNode : "npm";
  const before = isByNpm ? [npm] : [];
  const done = spawnSync(
    command,
    [...before, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
    },
  );
  if (done.status !== 0) fail("npm ci failed: see its output above, mend that and try again.");
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
