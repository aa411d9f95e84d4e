/** Something of two answers that is not the same but for ids and addresses. */
export type Difference = string;

/** Fields that say where and when somebody is, or let somebody in: the copy has its own. */
const own = new Set([
  "queue_id",
  "realm_bot_domain",
  "realm_icon_url",
  "realm_logo_url",
  "realm_night_logo_url",
  "api_key",
  "token",
  "sender_realm_str",
  "server_timestamp",
]);

function isOwn(place: string): boolean {
  return own.has(place.split(".").at(-1) ?? "");
}

interface Sides {
  readonly before: string;
  readonly after: string;
}

/**
 * Compares answers about one organization with those about its copy. Ids may differ, of one kind of place always by the
 * same, so that everything names the same things, in the same order.
 */
export class Comparison {
  readonly #hosts: Sides;
  readonly #shifts = new Map<string, number>();
  readonly #found: Difference[] = [];

  constructor(hosts: Sides) {
    this.#hosts = hosts;
  }

  get found(): readonly Difference[] {
    return this.#found;
  }

  compare(place: string, before: unknown, after: unknown): void {
    if (typeof before === "number" && typeof after === "number") this.#number(place, before, after);
    else if (typeof before === "string" && typeof after === "string")
      this.#text(place, before, after);
    else if (Array.isArray(before) && Array.isArray(after)) this.#list(place, before, after);
    else if (isObject(before) && isObject(after)) this.#object(place, before, after);
    else if (before !== after) this.#differs(place, before, after);
  }

  #number(place: string, before: number, after: number): void {
    // 0 and -1 are none.
    if ((before === after && before <= 0) || isOwn(place)) return;
    const known = this.#shifts.get(place);
    if (known === undefined) this.#shifts.set(place, after - before);
    else if (known !== after - before) this.#differs(place, before, after);
  }

  #text(place: string, before: string, after: string): void {
    if (isOwn(place)) return;
    const [was, is] = [
      parts(before),
      parts(after.replaceAll(this.#hosts.after, this.#hosts.before)),
    ];
    const isSame =
      was.length === is.length && was.every((part, at) => sameShape(part, is[at] ?? ""));
    if (!isSame) this.#differs(place, before, after);
  }

  #list(place: string, before: readonly unknown[], after: readonly unknown[]): void {
    if (before.length !== after.length) this.#differs(`${place} (length)`, before, after);
    else for (const [at, one] of before.entries()) this.compare(`${place}[]`, one, after[at]);
  }

  #object(
    place: string,
    before: Readonly<Record<string, unknown>>,
    after: Readonly<Record<string, unknown>>,
  ): void {
    const [was, is] = [Object.entries(before), Object.entries(after)];
    if (was.length !== is.length)
      this.#differs(`${place} (fields)`, Object.keys(before), Object.keys(after));
    for (const [at, [name, value]] of was.entries()) {
      const [otherName = "", other] = /^\d+$/.test(name) ? (is[at] ?? []) : [name, after[name]];
      if (/^\d+$/.test(name)) this.#number(`${place}{}`, Number(name), Number(otherName));
      this.compare(`${place}.${/^\d+$/.test(name) ? "{}" : name}`, value, other);
    }
  }

  #differs(place: string, before: unknown, after: unknown): void {
    this.#found.push(`${place}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  }
}

/** Divides a text into runs of digits and of anything else; what cannot be guessed of addresses is left out. */
function parts(text: string): readonly string[] {
  return text.replaceAll(/-[0-9a-zA-Z]+-(?=image|still)/g, "-").split(/(\d+)/);
}

function sameShape(before: string, after: string): boolean {
  return /^\d+$/.test(before) ? /^\d+$/.test(after) : before === after;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
