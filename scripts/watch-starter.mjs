import { readFileSync } from "node:fs";

// Short, so that whoever kills npm and starts again at once finds the old stack ending rather than running.
const pollMs = 50;

/**
 * Calls `onGone` once when the program that started this one is gone, even when it was killed.
 *
 * npm starts scripts through a shell that outlives it, so behind a shell it is the shell's parent that counts.
 *
 * @param {() => void} onGone
 * @returns {() => void} Ends the watch.
 */
export function watchStarter(onGone) {
  const starter = findStarter();
  const timer = setInterval(() => {
    if (findStarter() === starter) return;
    clearInterval(timer);
    onGone();
  }, pollMs);
  return () => clearInterval(timer);
}

function findStarter() {
  const shell = readProcess(process.ppid);
  return shell?.command.startsWith("sh -c ") === true ? shell.parent : process.ppid;
}

/**
 * @param {number} pid
 * @returns {{ command: string, parent: number } | null} Null on systems without /proc.
 */
function readProcess(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return parent === undefined ? null : { command, parent: Number(parent) };
  } catch {
    return null;
  }
}
