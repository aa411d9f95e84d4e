/** Lists the parts of JSON Schema that the schemas of the contract are written with. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly $ref?: string;
}

/** Writes the type of a schema in a few words, such as `integer[] | null`. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "object";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map(typeText))].join(" | ");
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(typeText).join(", ")}]`;
  if (schema.type === "array") return listText(schema.items ?? {});
  if (schema.type === "object" && typeof schema.additionalProperties === "object")
    return `{key: ${typeText(schema.additionalProperties)}}`;
  return [schema.type ?? "any"].flat().join(" | ");
}

function listText(items: Schema): string {
  const text = typeText(items);
  return text.includes(" | ") ? `(${text})[]` : `${text}[]`;
}

/** Finds the fields of the object that a schema is or holds: its own, those of list items, or of a branch. */
export function fieldsOf(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema;
  const inner = [
    schema.items,
    typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  for (const one of inner) {
    const found = one === undefined ? undefined : fieldsOf(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
