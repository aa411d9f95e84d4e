import { z } from "zod";

/** Facts of one schema by path: `bundle.events[].audience? = object`; a question mark stands for optional fields. */
export type Shapes = ReadonlyMap<string, string>;

/** A part of a JSON schema, as far as shapes are made of it. */
const node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
});

/** Lists what programs of two releases have to agree about in a schema. */
export function shapesOf(schema: z.ZodType, path: string): Shapes {
  const shapes = new Map<string, string>();
  const visit = (given: unknown, at: string, mark = "") => {
    const found = node.safeParse(given).data ?? {};
    const { additionalProperties, allOf, anyOf, items, oneOf, properties, required = [] } = found;
    shapes.set(at, `${mark}${kindOf(found)}`);
    for (const [name, property] of Object.entries(properties ?? {}))
      visit(property, `${at}.${name}`, required.includes(name) ? "" : "optional ");
    if (items !== undefined) visit(items, `${at}[]`);
    if (typeof additionalProperties === "object") visit(additionalProperties, `${at}.*`);
    for (const [index, one] of (allOf ?? anyOf ?? oneOf ?? []).entries())
      visit(one, `${at}|${index}`);
  };
  visit(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }), path);
  return shapes;
}

function kindOf({ const: value, enum: values, type }: z.infer<typeof node>): string {
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join("|");
  return type === undefined ? "any" : [type].flat().join("|");
}

/** Says of each difference why the release before would not get on with it. */
export function wireChanges(before: Shapes, now: Shapes): readonly string[] {
  const changed = [...before].flatMap(([path, kind]) => {
    const found = now.get(path);
    if (found === kind) return [];
    return found === undefined
      ? [`${path} is gone, but the previous release reads or writes it`]
      : [`${path} is ${found}, but ${kind} for the previous release`];
  });
  const added = [...now].flatMap(([path, kind]) => {
    const parent = path.slice(0, path.lastIndexOf("."));
    // Items and variants of a field that is new itself are as optional as that.
    const field = path.replace(/(?:\[\]|\|\d+)+$/, "");
    const isOfKnown = field === path || before.has(field);
    const isField =
      !before.has(path) && isOfKnown && before.get(parent)?.endsWith("object") === true;
    return isField && !kind.startsWith("optional ")
      ? [`${path} must be optional, because the previous release does not write it`]
      : [];
  });
  return [...changed, ...added];
}
