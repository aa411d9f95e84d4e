import { z } from "zod";

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
}

/** Numbers at and beyond the ends of what databases, dates and doubles hold. */
const extremeNumbers = [
  -2, -1, 0, 2_147_483_647, 2_147_483_648, 253_402_300_800, 8_640_000_000_001,
  9_007_199_254_740_991, 1e300,
] as const;

/** More than anybody means. */
const manyItems = 10_001;

/** Values that stand where no extreme does, by the name of the parameter or field. */
export type Usual = Readonly<Record<string, unknown>>;

/** Texts and lists are this long. */
export interface Extent {
  readonly longTextLength: number;
}

/** Builds values of a schema with one extreme each. */
export class SchemaExtremes {
  readonly #usual: Usual;
  readonly #extent: Extent;

  constructor(usual: Usual, extent: Extent) {
    this.#usual = usual;
    this.#extent = extent;
  }

  /** Values of a parameter of the name. */
  of(name: string, schema: z.ZodType): unknown[] {
    return [...this.#extremes(shapeOf(schema), name)];
  }

  /** One without extremes. */
  usualOf(name: string, schema: z.ZodType): unknown {
    return this.#usualValue(shapeOf(schema), name);
  }

  *#extremes(shape: Shape, name: string): Generator {
    for (const branch of shape.anyOf ?? shape.oneOf ?? []) yield* this.#extremes(branch, name);
    if (shape.enum !== undefined || shape.const !== undefined) return;
    if (shape.type === "number" || shape.type === "integer") yield* extremeNumbers;
    else if (shape.type === "string") yield* this.#texts();
    else if (shape.type === "array") yield* this.#lists(shape, name);
    else if (shape.type === "object") yield* this.#objects(shape, name);
  }

  #texts(): string[] {
    return ["x".repeat(this.#extent.longTextLength), "half \uD800 pair \0"];
  }

  *#lists(shape: Shape, name: string): Generator {
    const { items = {}, prefixItems } = shape;
    if (prefixItems) {
      for (const [at, item] of prefixItems.entries())
        for (const extreme of this.#extremes(item, name))
          yield prefixItems.map((other, place) =>
            place === at ? extreme : this.#usualValue(other, name),
          );
      return;
    }
    yield Array.from({ length: manyItems }, (_, at) =>
      items.type === "integer" ? at : this.#usualValue(items, name),
    );
    for (const extreme of this.#extremes(items, name)) yield [extreme];
  }

  *#objects(shape: Shape, name: string): Generator {
    const usual = this.#usualValue(shape, name) as object;
    for (const [key, property] of Object.entries(shape.properties ?? {}))
      for (const extreme of this.#extremes(property, key)) yield { ...usual, [key]: extreme };
    if (typeof shape.additionalProperties !== "object") return;
    for (const extreme of this.#extremes(shape.additionalProperties, name)) yield { 1: extreme };
    for (const key of this.#texts())
      yield { [key]: this.#usualValue(shape.additionalProperties, name) };
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
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([key, property]) => [
        key,
        this.#usualValue(property, key),
      ]),
    );
  }
}

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
}
