import type { FloorRow, RowInserter } from "./row-inserter.ts";

interface Waiting {
  readonly row: FloorRow;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Rows per statement (reference figure: 16 rows per statement beat 32 single-row connections). */
const batchRows = 16;

/** Writes rows that arrive while a statement runs together in the next one; alone, a row never waits for company. */
export class Batcher {
  readonly #inserter: RowInserter;
  #queue: Waiting[] = [];
  #busy = false;

  constructor(inserter: RowInserter) {
    this.#inserter = inserter;
  }

  insert(row: FloorRow): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ row, resolve, reject });
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchRows);
      try {
        await this.#inserter.insertMany(batch.map(({ row }) => row));
        batch.forEach(({ resolve }) => resolve());
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    this.#busy = false;
  }
}
