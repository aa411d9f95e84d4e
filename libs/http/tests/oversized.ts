/** Part of a JSON schema that this file looks at. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly prefixItems?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly propertyNames?: Shape;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

interface Oversized {
  readonly value: unknown;
  /** Path of the member that is too large. */
  readonly where: string;
}

/** Values of a shape with one member each that is larger, by one, than the shape allows. */
export function* oversizedOf(shape: Shape, where: string): Generator<Oversized> {
  for (const branch of shape.anyOf ?? []) yield* oversizedOf(branch, where);
  if (shape.enum !== undefined || shape.const !== undefined) return;
  if (shape.type === "string") yield { value: textOf(shape), where };
  if (shape.type === "array") yield* oversizedLists(shape, where);
  if (shape.type === "object") yield* oversizedObjects(shape, where);
}

function textOf({ maxLength = 0 }: Shape): string {
  return "x".repeat(maxLength + 1);
}

function* oversizedLists(shape: Shape, where: string): Generator<Oversized> {
  const { items = {}, maxItems = 0, prefixItems } = shape;
  for (const [at, item] of (prefixItems ?? []).entries())
    for (const one of oversizedOf(item, `${where}[${at}]`))
      yield {
        ...one,
        value: (prefixItems ?? []).map((other, place) =>
          place === at ? one.value : leastOf(other),
        ),
      };
  if (prefixItems) return;
  yield { value: Array.from({ length: maxItems + 1 }, () => leastOf(items)), where };
  for (const one of oversizedOf(items, `${where}[0]`)) yield { ...one, value: [one.value] };
}

function* oversizedObjects(shape: Shape, where: string): Generator<Oversized> {
  const least = leastOf(shape) as object;
  for (const [key, property] of Object.entries(shape.properties ?? {}))
    for (const one of oversizedOf(property, `${where}.${key}`))
      yield { ...one, value: { ...least, [key]: one.value } };
  const { additionalProperties: others, maxProperties = 0, propertyNames } = shape;
  if (typeof others !== "object") return;
  const keys = Array.from({ length: maxProperties + 1 }, (_, at) => `k${at}`);
  yield { where, value: Object.fromEntries(keys.map((key) => [key, leastOf(others)])) };
  for (const one of oversizedOf(others, `${where}{}`)) yield { ...one, value: { key: one.value } };
  for (const { value } of oversizedOf({ type: "string", ...propertyNames }, where))
    yield { where: `${where}: key`, value: { [String(value)]: leastOf(others) } };
}

/** Something of the shape that is not too large. */
function leastOf(shape: Shape): unknown {
  const [first] = shape.anyOf ?? [];
  if (first) return leastOf(first);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.type === "integer" || shape.type === "number") return 1;
  if (shape.type === "boolean") return true;
  if (shape.type === "array") return (shape.prefixItems ?? []).map(leastOf);
  if (shape.type !== "object") return "x";
  const entries = (shape.required ?? []).map((key) => [
    key,
    leastOf(shape.properties?.[key] ?? {}),
  ]);
  return Object.fromEntries(entries);
}
