import type { z } from "zod";

import { innerSchemas } from "./inner-schemas.ts";

/** Possible form of a value, all variants of unions put together. */
export interface Shape {
  /** Path within the answer, such as `messages[].id`; empty for the answer itself. */
  readonly place: string;
  /** Of objects, by name. */
  readonly fields: Map<string, Shape>;
  /** Of lists, and of objects whose keys are not known beforehand. */
  items: Shape | undefined;
  isNullable: boolean;
  /** True if it may be anything but null. */
  hasValue: boolean;
}

const noShape = (place: string): Shape => ({
  place,
  fields: new Map(),
  items: undefined,
  isNullable: false,
  hasValue: false,
});

/** Returns the shape of the values that a schema lets through. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const shape = noShape("");
  extend(shape, schema, new Set());
  return shape;
}

function extend(shape: Shape, schema: z.core.$ZodType, above: ReadonlySet<z.core.$ZodType>): void {
  // What contains itself is drawn once.
  if (above.has(schema)) return;
  const within = new Set([...above, schema]);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      shape.hasValue = true;
      for (const [name, field] of Object.entries(def.shape)) {
        const known = shape.fields.get(name) ?? noShape(joined(shape.place, name));
        shape.fields.set(name, known);
        extend(known, field, within);
      }
      return;
    case "array":
    case "record":
      shape.hasValue = true;
      shape.items ??= noShape(`${shape.place}[]`);
      extend(shape.items, def.type === "array" ? def.element : def.valueType, within);
      return;
    case "null":
      shape.isNullable = true;
      return;
    default: {
      const inner = innerSchemas(schema);
      for (const each of inner) extend(shape, each, within);
      if (def.type === "nullable") shape.isNullable = true;
      if (inner.length === 0) shape.hasValue = true;
    }
  }
}

/** Lists every path of the shape, and "… null" where null is one of several possibilities. */
export function pathsOf({ fields, hasValue, isNullable, items, place }: Shape): string[] {
  const own = place === "" ? [] : [place];
  const nulls = place !== "" && isNullable && hasValue ? [`${place} null`] : [];
  const inner = [...fields.values(), ...(items === undefined ? [] : [items])];
  return [...own, ...nulls, ...inner.flatMap(pathsOf)];
}

/** Lists the paths of the shape that a value shows. */
export function pathsIn(value: unknown, shape: Shape): ReadonlySet<string> {
  const paths = new Set<string>();
  walk(value, shape, paths);
  return paths;
}

function walk(value: unknown, shape: Shape, paths: Set<string>): void {
  const { fields, hasValue, items, place } = shape;
  if (value === undefined) return;
  if (place !== "") paths.add(value === null && hasValue ? `${place} null` : place);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const part of value) walk(part, items, paths);
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    const inner = fields.get(name) ?? items;
    if (inner !== undefined) walk(part, inner, paths);
  }
}

function joined(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}
