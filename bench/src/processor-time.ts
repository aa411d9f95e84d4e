import { readFile } from "node:fs/promises";

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Processor time that the processes have used since they began, in ms, all together. Linux only. @throws Error when there is no such process. */
export async function processorMs(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      // The name in parentheses may hold anything; user and system time are the 12th and 13th field after it.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * tickMs;
    }),
  );
  return each.reduce((sum, ms) => sum + ms, 0);
}
