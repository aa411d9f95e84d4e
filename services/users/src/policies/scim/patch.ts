import { parseScimFilter, type ScimFilter, withoutSchema } from "../../values/scim-filter.ts";
import { wrong } from "../../values/scim-refusal.ts";
import { fieldOf, fieldsOf, textOf } from "./values.ts";

/** Place in a resource; names are in lower case. */
interface ScimPath {
  readonly attribute: string;
  /** Values of the attribute that are meant; null for all. */
  readonly filter: ScimFilter | null;
  /** Part of the attribute; null for the whole. */
  readonly part: string | null;
}

/** One step of a PATCH (RFC 7644, section 3.5.2), or one attribute of a whole resource. */
export interface ScimStep {
  readonly op: "add" | "remove" | "replace";
  readonly path: ScimPath;
  /** Undefined for none. */
  readonly value: unknown;
}

/** Most steps of one request. */
const maxSteps = 1000;
const pathForm = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([\w$-]+))?$/i;

function parsePath(text: string): ScimPath {
  const name = withoutSchema(text.trim());
  // An attribute of an extension, which nobody here has.
  if (/^urn:/i.test(name)) return { attribute: name.toLowerCase(), filter: null, part: null };
  const [, attribute, filter, part] = pathForm.exec(name) ?? [];
  if (attribute === undefined) throw wrong("invalidPath", `'${text}' is no path.`);
  return {
    attribute: attribute.toLowerCase(),
    filter: filter === undefined ? null : parseScimFilter(filter),
    part: part?.toLowerCase() ?? null,
  };
}

/** Reads a whole resource as steps that set its attributes; those that are null are left out. @throws ScimRefusal */
export function stepsOfResource(body: unknown): readonly ScimStep[] {
  const fields = fieldsOf(body);
  if (fields === undefined) throw wrong("invalidSyntax", "A resource is a JSON object.");
  return stepsOf("replace", fields);
}

/** Reads the steps of a PATCH. @throws ScimRefusal */
export function stepsOfPatch(body: unknown): readonly ScimStep[] {
  const given = fieldOf(fieldsOf(body) ?? {}, "Operations");
  if (!Array.isArray(given) || given.length === 0)
    throw wrong("invalidSyntax", "A PATCH has 'Operations'.");
  if (given.length > maxSteps)
    throw wrong("invalidValue", `A PATCH has at most ${maxSteps} operations.`);
  return given.flatMap((one: unknown) => stepsOfOperation(fieldsOf(one) ?? {}));
}

function stepsOfOperation(operation: Readonly<Record<string, unknown>>): readonly ScimStep[] {
  const name = fieldOf(operation, "op");
  const op = typeof name === "string" ? name.toLowerCase() : "";
  if (op !== "add" && op !== "replace" && op !== "remove")
    throw wrong("invalidSyntax", "'op' is one of add, replace and remove.");
  const path = fieldOf(operation, "path");
  const value = fieldOf(operation, "value");
  if (typeof path === "string" && path !== "") return [{ op, path: parsePath(path), value }];
  if (op === "remove") throw wrong("noTarget", "What is to be removed needs a 'path'.");
  const fields = fieldsOf(value);
  if (fields === undefined) throw wrong("invalidValue", "Without 'path' the value is an object.");
  return stepsOf(op, fields);
}

/** Reads the name that a client has for a resource; null when it is to be forgotten. @throws ScimRefusal */
export function externalIdOf({ op, value }: ScimStep): string | null {
  return op === "remove" || value === null ? null : textOf("externalId", value);
}

function stepsOf(
  op: "add" | "replace",
  fields: Readonly<Record<string, unknown>>,
): readonly ScimStep[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ op, path: parsePath(name), value }],
  );
}
