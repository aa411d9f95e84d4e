import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

import { rotateLog } from "./rotate-log.ts";
import { severeLines } from "./severe-lines.ts";

const pollMs = 500;
const defaultMaxBytes = 10 * 1024 * 1024;

interface WatchOptions {
  /** Hears the warnings and errors that are logged from now on; without it nothing is read. */
  readonly say?: (line: string) => void;
  /** Size at which the log is rotated; 10 MiB by default. */
  readonly maxBytes?: number;
}

/**
 * Keeps a log from growing without end, and passes its warnings on.
 *
 * The process writes straight into its file, so that its log is complete even when this one is gone.
 *
 * @returns a function that ends the watching.
 */
export function watchLog(
  file: string,
  { say, maxBytes = defaultMaxBytes }: WatchOptions = {},
): () => void {
  let position = sizeOf(file);
  const timer = setInterval(() => {
    if (say !== undefined) {
      const added = readFrom(file, position);
      const complete = added.subarray(0, added.lastIndexOf("\n") + 1);
      position += complete.length;
      for (const line of severeLines(complete.toString(), file)) say(line);
    }
    if (sizeOf(file) < maxBytes) return;
    rotateLog(file);
    position = 0;
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

function readFrom(file: string, position: number): Buffer {
  const size = sizeOf(file) - position;
  if (size <= 0) return Buffer.alloc(0);
  const buffer = Buffer.alloc(size);
  const descriptor = openSync(file, "r");
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, size, position));
  } finally {
    closeSync(descriptor);
  }
}
