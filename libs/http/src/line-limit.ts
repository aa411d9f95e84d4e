/** Requests of one organization that ended with one status within a second. */
export interface Alike {
  readonly realm: number | undefined;
  readonly status: number;
  count: number;
}

/** Lines for each organization and status in a second: enough to see what is wrong. */
const linesPerSecond = 10;
const secondMs = 1000;

/**
 * Limits the lines about requests that end alike: where thousands are refused, a line for each would take the time of
 * those that are not.
 */
export class LineLimit {
  readonly #tell: (unwritten: Readonly<Alike>) => void;
  readonly #alike = new Map<string, Alike>();

  /** `tell` is called for those that got no line, a second after the first of them and in its scope. */
  constructor(tell: (unwritten: Readonly<Alike>) => void) {
    this.#tell = tell;
  }

  /** Tells whether a request gets a line; those that get none are counted. */
  admits({ realm, status }: Omit<Alike, "count">): boolean {
    const alike = this.#alikeWith(realm, status);
    alike.count += 1;
    return alike.count <= linesPerSecond;
  }

  #alikeWith(realm: number | undefined, status: number): Alike {
    const key = `${realm} ${status}`;
    const known = this.#alike.get(key);
    if (known !== undefined) return known;
    const alike = { realm, status, count: 0 };
    this.#alike.set(key, alike);
    setTimeout(() => {
      this.#alike.delete(key);
      const count = alike.count - linesPerSecond;
      if (count > 0) this.#tell({ ...alike, count });
    }, secondMs).unref();
    return alike;
  }
}
