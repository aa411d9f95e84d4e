import type { Better } from "./statistics.ts";

/** Result of one measurement; rounds are compared by `value`. */
export interface Measurement {
  /** In the unit of its case. */
  readonly value: number;
  /** Raw latencies behind the value, in ms, in order of completion; kept in the results file. */
  readonly latenciesMs?: readonly number[];
}

export type Measure = () => Promise<Measurement>;

/** The two things that a case measures in alternation. */
export interface Sides {
  readonly floor: Measure;
  readonly ours: Measure;
}

/** Target of a case: at most so many times the floor's cost, or at most this value of ours in the case's unit. */
export type Target = { readonly maxRatio: number } | { readonly maxValue: number };

export interface Case {
  /** Label that tells this case from the bench's others, e.g. `1000 members`. */
  readonly label: string;
  readonly unit:
    | "ms"
    | "µs"
    | "per s"
    | "kB"
    | "locks"
    | "% of a core"
    | "% of a send"
    | "% of all";
  readonly better: Better;
  readonly target?: Target;
  /** Starts what both sides need; whatever is put on the stack is released when the case is done. */
  prepare(resources: AsyncDisposableStack): Promise<Sides>;
}

export interface BenchOptions {
  /** Smaller counts and durations, to see that everything works; its figures are not for the documents. */
  readonly quick: boolean;
  /** Says what is going on, one line at a time. */
  readonly log: (line: string) => void;
}

export interface Bench {
  readonly name: string;
  /** One line. */
  readonly description: string;
  /** One line saying what ours is compared with. */
  readonly floor: string;
  /** Pairs per case when the command line does not say. */
  readonly rounds?: number;
  /** Pairs that are run first and thrown away, per case; 1 by default. */
  readonly warmUpRounds?: number;
  /** Starts what all cases share; it is released when the last case is done. */
  open(options: BenchOptions, resources: AsyncDisposableStack): Promise<readonly Case[]>;
}
