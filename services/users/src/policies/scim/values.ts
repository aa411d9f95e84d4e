import { wrong } from "../../values/scim-refusal.ts";

/** Longest text of an attribute, in characters. */
const maxText = 1000;

/** Returns a text that a client sent for an attribute. @throws ScimRefusal (invalidValue) */
export function textOf(name: string, value: unknown): string {
  if (typeof value !== "string") throw wrong("invalidValue", `'${name}' has to be a text.`);
  if (value.length > maxText)
    throw wrong("invalidValue", `'${name}' has at most ${maxText} characters.`);
  if (value.includes("\0") || !value.isWellFormed())
    throw wrong("invalidValue", `'${name}' is no text.`);
  return value;
}

/** Reads true and false, also as the texts that Microsoft Entra ID sends. @throws ScimRefusal (invalidValue) */
export function booleanOf(name: string, value: unknown): boolean {
  const text = typeof value === "string" ? value.toLowerCase() : value;
  if (text === true || text === "true") return true;
  if (text === false || text === "false") return false;
  throw wrong("invalidValue", `'${name}' has to be true or false.`);
}

/** Returns the fields of a JSON object; undefined for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
}

/** Finds a field whatever the case of its name. */
export function fieldOf(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  const wanted = name.toLowerCase();
  const found = Object.keys(fields).find((key) => key.toLowerCase() === wanted);
  return found === undefined ? undefined : fields[found];
}
