import type { z } from "zod";

type Kind = "string" | "number" | "null" | "list" | "other";

/** Lists the kinds of JSON value that a schema may accept at its top level, as far as its declaration tells. */
export function acceptedKinds(schema: z.core.$ZodType): ReadonlySet<Kind> {
  return new Set(kindsOf(schema));
}

/** The most items of a list that a parameter may be, and what is said of a longer one. */
export interface GreatestLength {
  readonly items: number;
  /** Undefined for the usual text. */
  readonly message: string | undefined;
}

/** Undefined where the schema takes no list, or one of any length. */
export function greatestLength(schema: z.core.$ZodType): GreatestLength | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "array":
      return lengthOf(def.checks ?? []);
    case "union": {
      const lists = def.options.filter((option) => kindsOf(option).includes("list"));
      const lengths = lists.map(greatestLength).filter((length) => length !== undefined);
      const [longest] = lengths.toSorted((a, b) => b.items - a.items);
      return lengths.length === lists.length ? longest : undefined;
    }
    case "optional":
    case "nullable":
    case "default":
      return greatestLength(def.innerType);
    case "pipe":
      return greatestLength(def.in);
    default:
      return undefined;
  }
}

function lengthOf(checks: readonly z.core.$ZodCheck[]): GreatestLength | undefined {
  for (const { _zod } of checks) {
    const { def } = _zod as z.core.$ZodCheckMaxLength["_zod"];
    if (def.check !== "max_length") continue;
    const said = (def.error as z.core.$ZodErrorMap | undefined)?.({
      code: "custom",
      input: undefined,
    });
    return { items: def.maximum, message: typeof said === "string" ? said : undefined };
  }
  return undefined;
}

function kindsOf(schema: z.core.$ZodType): Kind[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
    case "template_literal":
      return ["string"];
    case "number":
      return ["number"];
    case "array":
    case "tuple":
      return ["list"];
    case "null":
    case "unknown":
    case "any":
      return ["null"];
    case "enum":
      return Object.values(def.entries).map(kindOfValue);
    case "literal":
      return def.values.map(kindOfValue);
    case "nullable":
      return [...kindsOf(def.innerType), "null"];
    case "union":
      return def.options.flatMap(kindsOf);
    case "optional":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return kindsOf(def.innerType);
    case "pipe":
      return kindsOf(def.in);
    case "lazy":
      return kindsOf(def.getter());
    default:
      return ["other"];
  }
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return "null";
  return typeof value === "string" || typeof value === "number"
    ? (typeof value as "string" | "number")
    : "other";
}
