/** Tells a load program what to send. */
export interface LoadOrder {
  readonly url: string;
  /** Whole requests, sent in turn. */
  readonly requests: readonly string[];
  readonly ratePerSecond: number;
  readonly durationMs: number;
  /** Connections that are open before the first request is due; more are opened when all are busy. */
  readonly connections: number;
}

/** Tells what became of the requests. */
export interface LoadReport {
  /** Times from when accepted requests were due until they were answered. */
  readonly acceptedMs: readonly number[];
  /** Those of requests that were refused with a word when to come again. */
  readonly refusedMs: readonly number[];
  /** Time by which the program was late with each request: what it could not do is no fault of whoever is measured. */
  readonly lateMs: readonly number[];
}

export type LoadReply = LoadReport | { readonly failure: string };
