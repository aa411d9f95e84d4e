import type { z } from "zod";

import { innerSchemas } from "./inner-schemas.ts";

/** Possible form of a value, all variants of unions put together. */
export interface Shape {
  /** Of objects, by name. */
  readonly fields: Map<string, Shape>;
  /** Of lists, and of objects whose keys are not known beforehand. */
  items: Shape | undefined;
  isNullable: boolean;
  /** True if it may be anything but null. */
  hasValue: boolean;
}

const noShape = (): Shape => ({
  fields: new Map(),
  items: undefined,
  isNullable: false,
  hasValue: false,
});

/** The shape of the values that a schema lets through. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const shape = noShape();
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
        const known = shape.fields.get(name) ?? noShape();
        shape.fields.set(name, known);
        extend(known, field, within);
      }
      return;
    case "array":
    case "record":
      shape.hasValue = true;
      shape.items ??= noShape();
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

/** Every place of the shape, and "… null" where null is one of several possibilities. */
export function placesOf(shape: Shape, at = ""): string[] {
  const own = at === "" ? [] : [at];
  const nulls = at !== "" && shape.isNullable && shape.hasValue ? [`${at} null`] : [];
  const below = [...shape.fields].flatMap(([name, field]) => placesOf(field, joined(at, name)));
  const items = shape.items === undefined ? [] : placesOf(shape.items, `${at}[]`);
  return [...own, ...nulls, ...below, ...items];
}

/** The places of the shape that a value shows. */
export function placesIn(value: unknown, shape: Shape): ReadonlySet<string> {
  const places = new Set<string>();
  walk({ value, shape, at: "" }, places);
  return places;
}

function walk(
  { value, shape, at }: { value: unknown; shape: Shape; at: string },
  places: Set<string>,
): void {
  if (value === undefined) return;
  if (at !== "") places.add(value === null && shape.hasValue ? `${at} null` : at);
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const field = Array.isArray(value) ? undefined : shape.fields.get(name);
    if (field !== undefined) walk({ value: part, shape: field, at: joined(at, name) }, places);
    else if (shape.items !== undefined)
      walk({ value: part, shape: shape.items, at: `${at}[]` }, places);
  }
}

function joined(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}
