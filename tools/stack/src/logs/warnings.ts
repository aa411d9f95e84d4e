import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

const pollMs = 500;
const linesPerPoll = 5;
// pino's numbers from "warn" upwards, and their names.
const severe = /"level":(?:[456]0|"(?:warn|error|fatal)")/;

/**
 * Passes on what a service logs from now on at level "warn" and above, one short line each.
 *
 * The service writes straight into its file, so that its log is complete even when the reader is gone.
 *
 * @returns a function that ends the reading.
 */
export function followWarnings(file: string, say: (line: string) => void): () => void {
  let position = 0;
  const timer = setInterval(() => {
    const added = readFrom(file, position);
    const complete = added.subarray(0, added.lastIndexOf("\n") + 1);
    position += complete.length;
    const found = complete
      .toString()
      .split("\n")
      .filter((line) => severe.test(line));
    for (const line of found.slice(0, linesPerPoll)) say(shorten(line));
    if (found.length > linesPerPoll) say(`${found.length - linesPerPoll} more in ${file}`);
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
}

function readFrom(file: string, position: number): Buffer {
  const size = existsSync(file) ? statSync(file).size - position : 0;
  if (size <= 0) return Buffer.alloc(0);
  const buffer = Buffer.alloc(size);
  const descriptor = openSync(file, "r");
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, size, position));
  } finally {
    closeSync(descriptor);
  }
}

/** What a person wants to see of a log line; the whole of it is in the file. */
function shorten(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level: unknown;
      msg?: string;
      err?: { message?: string };
    };
    const isWarning = level === 40 || level === "warn";
    const reason = err?.message === undefined ? "" : `: ${err.message}`;
    return `${isWarning ? "warning" : "error"}: ${msg ?? ""}${reason}`;
  } catch {
    return line.slice(0, 200);
  }
}
