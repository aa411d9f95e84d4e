import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { parseTrace, type TraceEvent } from "./parse-trace.ts";

/** Calls by which a process writes to a socket, a pipe or a file, or waits until the disk has it. */
const writingCalls = [
  "write",
  "writev",
  "sendto",
  "sendmsg",
  "pwrite64",
  "pwritev",
  "fsync",
  "fdatasync",
];
const events = [
  "sched/sched_switch",
  "sched/sched_waking",
  ...writingCalls.map((call) => `syscalls/sys_enter_${call}`),
];
const bufferKb = 32_768;

/**
 * Notes of the kernel while something is measured: which thread runs, who woke it, and what it wrote. They cost some
 * tenths of a microsecond for each event, so that the measured times are nearly those without them.
 */
export class KernelTrace implements Disposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error when the kernel's tracing is not there for this user. */
  static open(): KernelTrace {
    const folder = `/sys/kernel/tracing/instances/team-chat-${process.pid}`;
    try {
      mkdirSync(folder);
    } catch (error) {
      const how = "run as root after `mount -t tracefs nodev /sys/kernel/tracing`";
      throw new Error(`the kernel does not let this user trace; ${how}`, { cause: error });
    }
    const trace = new KernelTrace(folder);
    trace.#set("tracing_on", "0");
    trace.#set("trace_clock", "mono");
    trace.#set("buffer_size_kb", `${bufferKb}`);
    for (const event of events) trace.#set(`events/${event}/enable`, "1");
    return trace;
  }

  /** Forgets what was noted before, and begins. */
  start(): void {
    this.#set("trace", "");
    this.#set("tracing_on", "1");
  }

  /** Ends, and returns what was noted, in order, with times as `performance.now()` has them. */
  stop(): readonly TraceEvent[] {
    this.#set("tracing_on", "0");
    const aheadMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
    return parseTrace(readFileSync(join(this.#folder, "trace"), "utf8"), aheadMs);
  }

  [Symbol.dispose](): void {
    this.#set("tracing_on", "0");
    for (const event of events) this.#set(`events/${event}/enable`, "0");
    rmdirSync(this.#folder);
  }

  #set(file: string, value: string): void {
    writeFileSync(join(this.#folder, file), value);
  }
}
