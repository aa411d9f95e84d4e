import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Share of the time between two looks below which a process has little to do. */
const idleShare = 0.05;
/** Growth of the heap since it was last given back that is worth the 0.2 s that giving it back takes. */
const worthBytes = 16 * 1024 * 1024;
/** Size of a heap whose collection would keep requests waiting for longer than anybody should wait. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Gives memory of the heap back to the machine when the process has little to do: after a start and after a load, of
 * which V8 keeps what it took for as long as little is asked of it. Large heaps stay as they are.
 */
export function giveMemoryBack(lookEveryMs = 5000): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  let keptBytes = 0;
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    const { total_heap_size: bytes } = getHeapStatistics();
    const isWorth = bytes > keptBytes + worthBytes && bytes <= mostBytes;
    if (utilization > idleShare || !isWorth) return;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    keptBytes = getHeapStatistics().total_heap_size;
  }, lookEveryMs).unref();
}
