import { wrong } from "./scim-refusal.ts";

const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;

export type ScimOperator = (typeof operators)[number];

export type ScimValue = string | number | boolean | null;

/** A filter as it was read (RFC 7644, section 3.4.2.2). Names of attributes are in lower case. */
export type ScimFilter =
  | {
      readonly kind: "compare";
      readonly attribute: string;
      readonly operator: ScimOperator;
      readonly value: ScimValue;
    }
  | { readonly kind: "present"; readonly attribute: string }
  | { readonly kind: "not"; readonly of: ScimFilter }
  | { readonly kind: "and" | "or"; readonly of: readonly ScimFilter[] }
  /** Holds when one value of the attribute passes the filter. */
  | { readonly kind: "within"; readonly attribute: string; readonly of: ScimFilter };

/** Longest filter, in characters (docs/behaviour/scim.md#filters). */
const maxFilterLength = 2000;
/** Most parentheses, brackets and negations within each other. */
const maxDepth = 20;

const tokenForm =
  /\s*(?:([()[\]])|("(?:[^"\\\p{Cc}]|\\.)*")|(\.?[a-z$][\w$:.-]*)|(-?\d[\w.+-]*))/iuy;

/** Reads a filter. @throws ScimRefusal (invalidFilter) */
export function parseScimFilter(text: string): ScimFilter {
  if (text.length > maxFilterLength)
    throw wrong("invalidFilter", `A filter has at most ${maxFilterLength} characters.`);
  return new FilterReader(tokensOf(text)).readAll();
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const form = new RegExp(tokenForm);
  const end = text.trimEnd().length;
  while (form.lastIndex < end) {
    const found = form.exec(text);
    if (found === null) throw unreadable();
    tokens.push(found[0].trim());
  }
  return tokens;
}

class FilterReader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  readAll(): ScimFilter {
    const filter = this.#readOr();
    if (this.#peek() !== undefined) throw unreadable();
    return filter;
  }

  #readOr(): ScimFilter {
    return this.#readJoined("or", () => this.#readJoined("and", () => this.#readOne()));
  }

  #readJoined(kind: "and" | "or", read: () => ScimFilter): ScimFilter {
    const of = [read()];
    while (this.#peek()?.toLowerCase() === kind) {
      this.#at += 1;
      of.push(read());
    }
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind, of };
  }

  #readOne(): ScimFilter {
    const token = this.#take();
    if (token === "(") return this.#readNested(")");
    const isNegated = token.toLowerCase() === "not" && this.#peek() === "(";
    if (!isNegated) return this.#readAbout(attributeOf(token));
    this.#at += 1;
    return { kind: "not", of: this.#readNested(")") };
  }

  #readNested(close: string): ScimFilter {
    this.#depth += 1;
    if (this.#depth > maxDepth)
      throw wrong("invalidFilter", `A filter is nested at most ${maxDepth} deep.`);
    const filter = this.#readOr();
    if (this.#take() !== close) throw unreadable();
    this.#depth -= 1;
    return filter;
  }

  #readAbout(attribute: string): ScimFilter {
    const token = this.#take();
    if (token === "[") return this.#readWithin(attribute);
    const word = token.toLowerCase();
    if (word === "pr") return { kind: "present", attribute };
    const operator = operators.find((one) => one === word);
    if (operator === undefined) throw unreadable();
    return { kind: "compare", attribute, operator, value: valueOf(this.#take()) };
  }

  /** Reads a value path, and a comparison with one of its parts behind it, as some clients write it. */
  #readWithin(attribute: string): ScimFilter {
    const within = { kind: "within", attribute, of: this.#readNested("]") } as const;
    const next = this.#peek();
    if (next?.startsWith(".") !== true) return within;
    this.#at += 1;
    const part = this.#readAbout(next.slice(1).toLowerCase());
    return { kind: "within", attribute, of: { kind: "and", of: [within.of, part] } };
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(): string {
    const token = this.#peek();
    if (token === undefined) throw unreadable();
    this.#at += 1;
    return token;
  }
}

function attributeOf(token: string): string {
  if (!/^[a-z$]/i.test(token)) throw unreadable();
  return withoutSchema(token).toLowerCase();
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;

/** Returns the name of an attribute without the schema in front of it. */
export function withoutSchema(name: string): string {
  return name.replace(coreSchema, "");
}

function valueOf(token: string): ScimValue {
  try {
    const isWord = /^(?:true|false|null)$/i.test(token);
    return JSON.parse(isWord ? token.toLowerCase() : token) as ScimValue;
  } catch {
    throw unreadable();
  }
}

function unreadable() {
  return wrong("invalidFilter", "The filter cannot be read.");
}
