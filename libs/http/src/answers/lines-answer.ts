/** An answer that is a JSON object on each line (NDJSON), instead of an envelope; the next time it may be another. */
export class LinesAnswer {
  /** Each a whole JSON object, without a line break. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }
}
