// Loaded into every process of a stack under test (`--import`), never in production: says for how long the event loop
// was held at most.
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** Often enough that short turns hardly add up. */
const lookEveryMs = 4;

const folder = process.env["LOOP_PROBE_DIR"];

/** Processor time of the main thread, which other processes do not prolong, in ms. */
function usedMs(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1000;
}

if (folder !== undefined) {
  let before = usedMs();
  let longestMs = 0;
  const look = (): void => {
    const now = usedMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  };
  setInterval(look, lookEveryMs).unref();
  const place = join(folder, `${process.pid}.sock`);
  // Whoever connects is told, and it begins anew.
  const server = createServer((socket) => {
    look();
    socket.on("error", () => undefined).end(String(longestMs));
    longestMs = 0;
  });
  server.listen(place).unref();
  process.once("exit", () => rmSync(place, { force: true }));
}
