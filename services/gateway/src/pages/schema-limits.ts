import type { Schema } from "./schema-text.ts";

const thousands = new Intl.NumberFormat("en-US");

/** Says in a few words each what a value must be beside its type: `at most 60 characters`, `default false`. */
export function limitTexts(schema: Schema): readonly string[] {
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const texts = branches.flatMap((branch) => [...ownTexts(branch), ...itemTexts(branch)]);
  if (schema.default !== undefined) texts.push(`default ${JSON.stringify(schema.default)}`);
  return [...new Set(texts)];
}

function itemTexts({ items }: Schema): readonly string[] {
  return items === undefined ? [] : ownTexts(items).map((text) => `each ${text}`);
}

function ownTexts(schema: Schema): readonly string[] {
  const { maxItems, maxLength, maximum, minItems, minLength, minimum } = schema;
  return [
    rangeText({ least: safe(minimum), most: safe(maximum), unit: "" }),
    rangeText({ least: positive(minLength), most: maxLength, unit: " characters" }),
    rangeText({ least: positive(minItems), most: maxItems, unit: " entries" }),
  ].filter((text) => text !== "");
}

interface Range {
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly unit: string;
}

function rangeText({ least, most, unit }: Range): string {
  if (least !== undefined && most !== undefined)
    return `${thousands.format(least)} to ${thousands.format(most)}${unit}`;
  if (most !== undefined) return `at most ${thousands.format(most)}${unit}`;
  return least === undefined ? "" : `at least ${thousands.format(least)}${unit}`;
}

/** Bounds that every whole number has in JSON say nothing. */
function safe(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function positive(bound: number | undefined): number | undefined {
  return bound === 0 ? undefined : bound;
}
