type Element = string | number | null;

/** A parameter of a statement: one value, or all of an array. */
export type Parameter = Element | boolean | readonly Element[];

/**
 * The parameters with arrays as the text that Postgres reads them from. The driver would make the same of them by two
 * regular expressions for each element; most texts have nothing in them that needs to be escaped.
 */
export function withArrayTexts(parameters: readonly Parameter[]): (Element | boolean)[] {
  return parameters.map((value) =>
    isArray(value) ? `{${value.map(elementText).join(",")}}` : value,
  );
}

function isArray(value: Parameter): value is readonly Element[] {
  return Array.isArray(value);
}

function elementText(value: Element): string | number {
  if (value === null) return "NULL";
  if (typeof value === "number") return value;
  const isPlain = !value.includes('"') && !value.includes("\\");
  return `"${isPlain ? value : value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
