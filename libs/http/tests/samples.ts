import { z } from "zod";

type Schema = z.core.JSONSchema.JSONSchema;

/** A few values such as a schema may accept: one for each branch at its top level, with all fields; a text is "1". */
export function samplesOf(schema: z.ZodType): unknown[] {
  return branches(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** The value once for each of its texts and keys, with a null byte in that one. */
export function* withNullBytes(value: unknown): Generator {
  if (typeof value === "string") yield `${value}\0`;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const one of withNullBytes(part))
      yield Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one };
    if (!Array.isArray(value)) yield { ...value, [`${key}\0`]: part };
  }
}

function branches(schema: Schema): unknown[] {
  const options = schema.anyOf ?? schema.oneOf;
  return options === undefined ? [sample(schema)] : options.flatMap((one) => branches(one));
}

function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined && schema.type !== "string") return schema.default;
  switch (schema.type) {
    case "string":
      return schema.format === "email" ? "a@example.com" : "1";
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return listOf(schema);
    case "object":
      return objectOf(schema);
    default:
      return schema.type === "null" ? null : branches({ type: "string" })[0];
  }
}

function listOf({ items, prefixItems }: Schema): unknown[] {
  const parts = prefixItems ?? [items ?? {}];
  return (parts as Schema[]).map((one) => branches(one)[0]);
}

function objectOf({ additionalProperties, properties = {} }: Schema): object {
  const fields = Object.entries(properties).map(([key, one]) => [key, branches(one as Schema)[0]]);
  if (fields.length > 0 || typeof additionalProperties !== "object")
    return Object.fromEntries(fields) as object;
  return { key: branches(additionalProperties)[0] };
}
