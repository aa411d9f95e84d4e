import { kindOf } from "./apply/apply-event.ts";
import type { Row } from "./state.ts";

const countNames = ["seen", "missed", "neutral", "repeated", "misordered", "commuting"] as const;
type CountName = (typeof countNames)[number];

/** By kinds of events. */
export type Counts = Readonly<Record<CountName, Readonly<Record<string, number>>>>;

/** More are only tried where one step is compared by itself. */
const enoughRemovals = 60;

/** Counts what the suite has seen of each kind of event. */
export class Coverage {
  readonly seen = new Map<string, number>();
  /** Number of times that the removal of an event was found out. */
  readonly missed = new Map<string, number>();
  /** Number of times that its removal changed nothing for the client. */
  readonly neutral = new Map<string, number>();
  /** Number of times that it was not found out because later events, of other steps, say it again. */
  readonly repeated = new Map<string, number>();
  /**
   * Number of times that an event's exchange with the next was found out, by both kinds; and how often it made no
   * difference.
   */
  readonly misordered = new Map<string, number>();
  readonly commuting = new Map<string, number>();

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

  /** Adds what another part of the same full run has counted. */
  add(other: Counts): void {
    for (const name of countNames)
      for (const [kind, count] of Object.entries(other[name])) add(this[name], kind, count);
  }

  counts(): Counts {
    const of = (name: CountName) => Object.fromEntries(this[name]);
    return {
      seen: of("seen"),
      missed: of("missed"),
      neutral: of("neutral"),
      repeated: of("repeated"),
      misordered: of("misordered"),
      commuting: of("commuting"),
    };
  }

  /** Tells whether events of the kind were not left out often enough yet. */
  wantsRemoval(event: Row): boolean {
    return (this.missed.get(kindOf(event)) ?? 0) < enoughRemovals;
  }

  addRemoval(event: Row, found: "missed" | "neutral" | "repeated"): void {
    add(this[found], kindOf(event), 1);
  }

  addSwap([one, other]: readonly [Row, Row], found: "misordered" | "commuting"): void {
    add(this[found], `${kindOf(one)}, ${kindOf(other)}`, 1);
  }

  /** Everything that was counted, one kind a line. */
  report(): string {
    const seen = [...this.seen].toSorted(([a], [b]) => a.localeCompare(b));
    const lines = seen.map(([kind, count]) => {
      const of = (counts: ReadonlyMap<string, number>) => counts.get(kind) ?? 0;
      return `${kind}: ${count} seen, ${of(this.missed)} missed when removed, ${of(this.neutral)} not`;
    });
    const swaps = [...this.misordered].toSorted(([, a], [, b]) => b - a);
    const commuting = [...this.commuting.values()].reduce((sum, count) => sum + count, 0);
    return [
      ...lines,
      `Swaps that made no difference: ${commuting}; those that were found out:`,
      ...swaps.map(([pair, count]) => `${pair}: ${count}`),
    ].join("\n");
  }

  /** Of these kinds those that were seen, or missed when removed, fewer times. */
  seldom(kinds: readonly string[], times: number, which: "seen" | "missed" = "seen"): string[] {
    return [...new Set(kinds)].flatMap((kind) => {
      const count = this[which].get(kind) ?? 0;
      return count < times ? [`${kind}: ${count}`] : [];
    });
  }
}

function add(counts: Map<string, number>, kind: string, count: number): void {
  counts.set(kind, (counts.get(kind) ?? 0) + count);
}
