import type { Moments } from "../stack/listening-channel.ts";
import type { TraceEvent } from "./parse-trace.ts";
import { client, type Participants } from "./participants.ts";

/** One line of what happened: times in ms since the request was written. */
export interface Step {
  readonly at: number;
  readonly who: string;
  readonly what: string;
}

/** Work of the product until a moment. */
export interface Counts {
  readonly ms: number;
  /** Threads that slept and were woken up. */
  readonly wakeUps: number;
  /** Writes to a socket whose other end is another process. */
  readonly messages: number;
  /** All calls that write, those among them. */
  readonly writes: number;
  /** Time during which at least one of its threads ran; the rest of the time it waited. */
  readonly busyMs: number;
}

/** Tells the events of a trace that belong to the product and its client as a story. */
export function stepsOf(
  events: readonly TraceEvent[],
  people: Participants,
  { lastReceivedAt, sentAt }: Moments,
): readonly Step[] {
  const within = events.filter(({ at }) => at >= sentAt && at <= lastReceivedAt);
  return within.flatMap((event, index): readonly Step[] => {
    const { kind, thread } = event;
    const who = people.nameOf(thread);
    if (who === undefined || kind === "run") return [];
    const at = event.at - sentAt;
    if (kind === "write") {
      const { call, descriptor } = event;
      return [{ at, who, what: `${call} ${people.targetOf(thread, descriptor)}` }];
    }
    // A device or a timer interrupts whatever runs.
    const by = people.nameOf(event.by) ?? "a device, a timer or another program";
    const runs = within
      .slice(index)
      .find((later) => later.kind === "run" && later.thread === thread);
    const after = runs === undefined ? "" : `, runs after ${micros(runs.at - event.at)} µs`;
    return [{ at, who, what: `is woken by ${by}${after}` }];
  });
}

function micros(ms: number): string {
  return (ms * 1000).toFixed(0);
}

/** Counts what the product did from the request until a moment; what the client did is left out. */
export function countsUntil(
  end: number,
  {
    events,
    people,
    sentAt,
  }: { events: readonly TraceEvent[]; people: Participants; sentAt: number },
): Counts {
  const isOurs = (thread: number) => (people.processOf(thread) ?? client) !== client;
  const within = events.filter(({ at, thread }) => at >= sentAt && at <= end && isOurs(thread));
  const writes = within.filter((event) => event.kind === "write");
  return {
    ms: end - sentAt,
    wakeUps: within.filter(({ kind }) => kind === "wake").length,
    messages: writes.filter(({ descriptor, thread }) => {
      const target = people.targetOf(thread, descriptor);
      return target.startsWith("→") && target !== `→ ${people.processOf(thread)}`;
    }).length,
    writes: writes.length,
    busyMs: busyMs(events, isOurs, { from: sentAt, to: end }),
  };
}

/** Returns for how long at least one core ran one of these threads. */
function busyMs(
  events: readonly TraceEvent[],
  isOurs: (thread: number) => boolean,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const busyCores = new Set<number>();
  let since = from;
  let busy = 0;
  for (const event of events) {
    if (event.kind !== "run") continue;
    const now = Math.min(Math.max(event.at, from), to);
    if (busyCores.size > 0) busy += now - since;
    since = now;
    if (isOurs(event.thread)) busyCores.add(event.core);
    else busyCores.delete(event.core);
  }
  return busyCores.size > 0 ? busy + to - since : busy;
}
