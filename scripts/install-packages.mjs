import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { missingPackages } from "./missing-packages.mjs";

const waitMs = 200;

/**
 * Runs npm ci if packages are missing. When two programs find that at the same moment, the second one waits for the
 * first.
 *
 * @param {string} root The folder of package.json.
 * @returns {boolean} Whether everything is there now.
 */
export function installPackages(root) {
  if (missingPackages(root).length === 0) return true;
  const lock = path.join(root, ".cache", "npm-ci.pid");
  mkdirSync(path.dirname(lock), { recursive: true });
  while (!take(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  try {
    return missingPackages(root).length === 0 || npmCi(root);
  } finally {
    rmSync(lock);
  }
}

/** @param {string} root */
function npmCi(root) {
  console.error("Installing packages (npm ci) ...");
  // npm's own Node, because the current one may lie in the node_modules that npm is about to replace.
  const { npm_node_execpath: npmNode, npm_execpath: npm } = process.env;
  const isByNpm = npm !== undefined && npmNode !== undefined;
  const command = isByNpm ? npmNode : "npm";
  const before = isByNpm ? [npm] : [];
  const done = spawnSync(
    command,
    [...before, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: root, stdio: ["ignore", 2, 2] },
  );
  return done.status === 0;
}

/** @param {string} lock */
function take(lock) {
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    // A link, because it appears with its contents and fails when there is a lock already.
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    // One that was given back meanwhile may be somebody else's by now.
    const holder = holderOf(lock);
    if (holder !== null && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(draft);
  }
}

/** @param {string} lock */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive too.
    return hasCode(error, "EPERM");
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
