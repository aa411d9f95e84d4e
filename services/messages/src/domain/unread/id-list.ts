import { type Gap, idsWithin, positionOf } from "./gaps.ts";

/**
 * Ids, ascending, each once, which are the same for all readers. Grows at its end only, so that stretches of it stay
 * what they are. Lists and the gaps in them spare a register with 370,000 unread messages a third of its processor
 * time; to be removed when `unread` meets its target by asking the database.
 */
export class IdList {
  readonly #ids: number[];
  /**
   * The first `#written` ids as JSON without brackets: making it again and again for every reader takes longer than all
   * else.
   */
  #text = "";
  #written = 0;

  constructor(ids: readonly number[]) {
    this.#ids = [...ids];
  }

  push(ids: readonly number[]): void {
    for (const id of ids) this.#ids.push(id);
  }

  /** 0 where there is none. */
  at(index: number): number {
    return this.#ids[index] ?? 0;
  }

  /** Between two positions the first one whose id is not below the given one, or the second position. */
  positionOf(id: number, from: number, to: number): number {
    return positionOf(this.#ids, id, [from, to]);
  }

  slice(from = 0, to = this.#ids.length): number[] {
    return this.#ids.slice(from, to);
  }

  /** Returns the ids that lie within the gaps; nothing is copied where they stand next to each other. */
  within(gaps: readonly Gap[]): IdStretch {
    const { length } = this.#ids;
    const from = this.positionOf(gaps[0]?.low ?? 0, 0, length);
    const to = this.positionOf(gaps.at(-1)?.high ?? 0, from, length);
    if (gaps.length > 1) {
      const found = idsWithin(this.#ids, gaps);
      if (found.length < to - from) return IdStretch.of(found);
    }
    return new IdStretch(this, from, to);
  }

  /** Returns the ids between two positions as JSON without brackets. */
  textOf(from: number, to: number): string {
    if (from === to) return "";
    const { length } = this.#ids;
    if (this.#written < length) {
      const more = this.#ids.slice(this.#written).join(",");
      this.#text = this.#written === 0 ? more : `${this.#text},${more}`;
      this.#written = length;
    }
    return this.#text.slice(this.#offsetOf(from), this.#offsetOf(to) - 1);
  }

  /**
   * Returns the offset in the text of the id at a position: ids are separated by commas, and ascending ids have more
   * and more digits.
   */
  #offsetOf(position: number): number {
    const last = this.at(position - 1);
    let offset = position;
    let counted = 0;
    for (let digits = 1, above = 10; counted < position; digits += 1, above *= 10) {
      const end = last < above ? position : this.positionOf(above, counted, position);
      offset += (end - counted) * digits;
      counted = end;
    }
    return offset;
  }
}

/** Ids that stand next to each other in a list. */
export class IdStretch {
  readonly length: number;
  readonly #list: IdList;
  readonly #from: number;

  constructor(list: IdList, from: number, to: number) {
    this.#list = list;
    this.#from = from;
    this.length = to - from;
  }

  static of(ids: readonly number[]): IdStretch {
    return new IdStretch(new IdList(ids), 0, ids.length);
  }

  /** 0 where there is none. */
  at(index: number): number {
    return this.#list.at(this.#from + index);
  }

  /** Between two positions the first one whose id is not below the given one, or the second position. */
  positionOf(id: number, from = 0, to = this.length): number {
    return this.#list.positionOf(id, this.#from + from, this.#from + to) - this.#from;
  }

  has(id: number): boolean {
    const position = this.positionOf(id);
    return position < this.length && this.at(position) === id;
  }

  /** Returns the ids that are not below the given one. */
  since(id: number): IdStretch {
    const from = this.positionOf(id);
    if (from === 0) return this;
    return new IdStretch(this.#list, this.#from + from, this.#from + this.length);
  }

  toArray(): number[] {
    return this.#list.slice(this.#from, this.#from + this.length);
  }

  /** Returns the ids as JSON. */
  get json(): string {
    return `[${this.#list.textOf(this.#from, this.#from + this.length)}]`;
  }
}
