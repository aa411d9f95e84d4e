import { kindOf } from "./apply/apply-event.ts";
import type { Row } from "./state.ts";

/** Counts what the suite has seen of each kind of event. */
export class Coverage {
  readonly seen = new Map<string, number>();
  /** How often the removal of an event was found out. */
  readonly missed = new Map<string, number>();

  /** Notes what one window caused: of each kind as many as the client that got most of it. */
  addWindow(events: readonly (readonly Row[])[]): void {
    const most = new Map<string, number>();
    for (const one of events) {
      const counts = Map.groupBy(one, kindOf);
      for (const [kind, { length }] of counts)
        most.set(kind, Math.max(most.get(kind) ?? 0, length));
    }
    for (const [kind, count] of most) add(this.seen, kind, count);
  }

  addMissed(event: Row): void {
    add(this.missed, kindOf(event), 1);
  }

  /** Of these kinds those that were seen fewer times. */
  seldom(kinds: readonly string[], times: number): string[] {
    return kinds.flatMap((kind) => {
      const count = this.seen.get(kind) ?? 0;
      return count < times ? [`${kind}: ${count}`] : [];
    });
  }
}

function add(counts: Map<string, number>, kind: string, count: number): void {
  counts.set(kind, (counts.get(kind) ?? 0) + count);
}
