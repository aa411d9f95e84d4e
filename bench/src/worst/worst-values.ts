import { z } from "zod";

import { worstNarrows } from "./worst-narrows.ts";
import { worstTexts } from "./worst-texts.ts";
import type { Worst } from "./worst.ts";

/** Part of a JSON schema that this file looks at. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly prefixItems?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
}

/** Values that stand where nothing worse does, by the name of the parameter or field. */
export type Usual = Readonly<Record<string, unknown>>;

/**
 * Beside the maximum that the schema says, an operation may have one of its own: what is too long is refused or cut, so
 * shorter ones are tried, too.
 */
const lengths = [900_000, 10_000];
const counts = [10_000, 1000, 100];
const largestNumber = Number.MAX_SAFE_INTEGER;

/** Builds the worst values that a schema permits, of each kind one. */
export class WorstValues {
  readonly #usual: Usual;
  /** Ids there are, for lists of them. */
  readonly #ids: Readonly<Record<string, readonly number[]>>;

  constructor(usual: Usual, ids: Readonly<Record<string, readonly number[]>>) {
    this.#usual = usual;
    this.#ids = ids;
  }

  *of(name: string, schema: z.ZodType): Generator<Worst> {
    // What a term is, its schema does not say.
    if (name === "narrow") yield* worstNarrows();
    else yield* this.#worst(shapeOf(schema), name);
  }

  /** Returns an ordinary value. */
  usualOf(name: string, schema: z.ZodType): unknown {
    return this.#usualValue(shapeOf(schema), name);
  }

  *#worst(shape: Shape, name: string): Generator<Worst> {
    for (const branch of shape.anyOf ?? shape.oneOf ?? []) yield* this.#worst(branch, name);
    if (shape.enum !== undefined || shape.const !== undefined) return;
    if (shape.type === "number" || shape.type === "integer")
      yield { kind: "largest", value: shape.maximum ?? largestNumber };
    else if (shape.type === "string") yield* texts(shape, name);
    else if (shape.type === "array") yield* this.#lists(shape, name);
    else if (shape.type === "object") yield* this.#objects(shape, name);
  }

  *#lists(shape: Shape, name: string): Generator<Worst> {
    const { items = {}, maxItems, prefixItems } = shape;
    if (prefixItems) {
      const usual = prefixItems.map((item) => this.#usualValue(item, name));
      for (const [at, item] of prefixItems.entries())
        for (const { kind, value } of this.#worst(item, name))
          yield { kind, value: usual.with(at, value) };
      return;
    }
    for (const count of upTo(maxItems, counts)) {
      const value = Array.from({ length: count }, (_, at) => this.#itemAt(items, name, at));
      yield { kind: `${count} of them`, value };
    }
    for (const { kind, value } of this.#worst(items, name)) yield { kind, value: [value] };
  }

  *#objects(shape: Shape, name: string): Generator<Worst> {
    const usual = this.#usualValue(shape, name) as object;
    for (const [key, property] of Object.entries(shape.properties ?? {}))
      for (const { kind, value } of this.#worst(property, key))
        yield { kind: `${key}: ${kind}`, value: { ...usual, [key]: value } };
    const { additionalProperties: others } = shape;
    if (typeof others !== "object") return;
    for (const count of counts) {
      const entries = Array.from({ length: count }, (_, at) => [
        at,
        this.#itemAt(others, name, at),
      ]);
      yield { kind: `${count} of them`, value: Object.fromEntries(entries) as object };
    }
  }

  /** Returns one of many items, different from the others where that is possible. */
  #itemAt(shape: Shape, name: string, at: number): unknown {
    const known = this.#ids[name];
    const usual = this.#usualValue(shape, name);
    if (typeof usual === "number") return known?.[at] ?? at;
    if (typeof usual === "string") return `${usual} ${at}`;
    if (typeof usual !== "object" || usual === null || Array.isArray(usual)) return usual;
    return Object.fromEntries(
      Object.entries(usual).map(([key, value]) => [
        key,
        key === "name" || key === "operand" || key === "content"
          ? `${String(value)} ${at}`
          : (value as unknown),
      ]),
    );
  }

  #usualValue(shape: Shape, name: string): unknown {
    if (name in this.#usual && shape.properties === undefined && shape.type !== "array")
      return this.#usual[name];
    const [first] = shape.anyOf ?? shape.oneOf ?? [];
    if (first) return this.#usualValue(first, name);
    if (shape.const !== undefined) return shape.const;
    if (shape.enum) return shape.enum[0];
    if (shape.type === "integer" || shape.type === "number") return 1;
    if (shape.type === "boolean") return true;
    if (shape.type === "null") return null;
    if (shape.type === "array")
      return (shape.prefixItems ?? (shape.items ? [shape.items] : [])).map((item) =>
        this.#usualValue(item, name),
      );
    if (shape.type !== "object") return "text";
    const properties = Object.entries(shape.properties ?? {});
    return Object.fromEntries(
      properties.map(([key, property]) => [key, this.#usualValue(property, key)]),
    );
  }
}

function* texts({ maxLength }: Shape, name: string): Generator<Worst> {
  for (const length of upTo(maxLength, lengths))
    for (const [kind, value] of worstTexts(name, length))
      yield { kind: `${length} of ${kind}`, value };
}

/** Returns the maximum and what is below it. */
function upTo(maximum: number | undefined, tried: readonly number[]): readonly number[] {
  if (maximum === undefined) return tried;
  return [maximum, ...tried.filter((one) => one < maximum)];
}

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
}
