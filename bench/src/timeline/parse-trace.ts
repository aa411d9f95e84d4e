/** Something that the kernel noted. Threads are named by their number, 0 is a core without work. */
export type TraceEvent =
  | { readonly kind: "run"; readonly at: number; readonly core: number; readonly thread: number }
  | { readonly kind: "wake"; readonly at: number; readonly by: number; readonly thread: number }
  | {
      readonly kind: "write";
      readonly at: number;
      readonly thread: number;
      readonly call: string;
      readonly descriptor: number;
    };

const line = /^\s*.+-(\d+)\s+\[(\d+)\]\s+\S+\s+(\d+\.\d+): (.*)$/;
const ran = /^sched_switch: .*==> next_comm=.* next_pid=(\d+) /;
const woken = /^sched_waking: comm=.* pid=(\d+) /;
const wrote = /^sys_(\w+)\(fd: (?:0x)?([0-9a-f]+)/;

/** Reads the text of a trace; `aheadMs` is what its clock is ahead of the one in which times are wanted. */
export function parseTrace(text: string, aheadMs: number): readonly TraceEvent[] {
  return text.split("\n").flatMap((noted) => {
    const [, current, core, seconds, what = ""] = line.exec(noted) ?? [];
    if (current === undefined) return [];
    const at = Number(seconds) * 1000 - aheadMs;
    return eventOf(what, { at, core: Number(core), current: Number(current) });
  });
}

interface Circumstances {
  readonly at: number;
  readonly core: number;
  /** Thread that ran on the core. */
  readonly current: number;
}

function eventOf(what: string, { at, core, current }: Circumstances): readonly TraceEvent[] {
  const next = ran.exec(what);
  if (next !== null) return [{ kind: "run", at, core, thread: Number(next[1]) }];
  const awake = woken.exec(what);
  if (awake !== null) return [{ kind: "wake", at, by: current, thread: Number(awake[1]) }];
  const [, call, descriptor] = wrote.exec(what) ?? [];
  if (call === undefined || descriptor === undefined) return [];
  return [
    { kind: "write", at, thread: current, call, descriptor: Number.parseInt(descriptor, 16) },
  ];
}
