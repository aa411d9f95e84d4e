import { monitorEventLoopDelay, performance } from "node:perf_hooks";

import { defineCounter, defineGauge } from "./definition.ts";
import type { Metrics } from "./metrics.ts";

const loopDelays = [
  ["p50", 50],
  ["p99", 99],
  ["max", 100],
] as const;

export const loopDelay = defineGauge({
  name: "nodejs.eventloop.delay",
  title: "Event loop: how late",
  unit: "s",
  meaning: "How late timers were since the last look: half of them (p50), most (p99), any (max).",
  labels: ["quantile"],
});
export const loopUtilization = defineGauge({
  name: "nodejs.eventloop.utilization",
  title: "Event loop: how busy",
  unit: "1",
  meaning: "Share of the time since the last look in which the event loop was busy.",
});
export const cpuTime = defineCounter({
  name: "process.cpu.time",
  title: "Processor time",
  unit: "s",
  meaning: "Processor time that the process took, in its own code (user) and in the kernel's.",
  labels: ["mode"],
});
export const memory = defineGauge({
  name: "process.memory.usage",
  title: "Memory",
  unit: "By",
  meaning: "Memory of the process: all of it (resident), objects (heap), buffers (external).",
  labels: ["kind"],
});
export const uptime = defineGauge({
  name: "process.uptime",
  title: "Time since the start",
  unit: "s",
  meaning: "Time since the process was started.",
});
export const build = defineGauge({
  name: "build.info",
  title: "Releases",
  unit: "{process}",
  meaning: "Always 1; the labels say which release runs, of which commit, and on which Node.",
  labels: ["version", "commit", "node"],
});

/** Delays below this are not told apart, in ms; looking more closely costs processor time in processes that wait. */
const resolutionMs = 20;

/** Says what was built. */
interface Build {
  readonly version: string;
  readonly commit: string;
}

/** Measures the process itself until the returned function is called. */
export function measureProcess(metrics: Metrics, { commit, version }: Build): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let last = performance.eventLoopUtilization();
  metrics.observe([loopDelay, loopUtilization, cpuTime, memory, uptime, build], (tell) => {
    for (const [quantile, percent] of loopDelays)
      tell(loopDelay, lateness(delays.percentile(percent)), { quantile });
    delays.reset();
    const now = performance.eventLoopUtilization();
    tell(loopUtilization, performance.eventLoopUtilization(now, last).utilization);
    last = now;
    const { system, user } = process.cpuUsage();
    tell(cpuTime, user / 1e6, { mode: "user" });
    tell(cpuTime, system / 1e6, { mode: "system" });
    const { external, heapUsed, rss } = process.memoryUsage();
    tell(memory, rss, { kind: "resident" });
    tell(memory, heapUsed, { kind: "heap" });
    tell(memory, external, { kind: "external" });
    tell(uptime, process.uptime());
    tell(build, 1, { version, commit, node: process.versions.node });
  });
  return () => delays.disable();
}

/** Returns by how much a timer of the monitor was late, in seconds. */
function lateness(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
}
