import type { z } from "zod";

type Kind = "string" | "number" | "null" | "other";

/** The kinds of JSON value that a schema may accept at its top level, as far as its declaration tells. */
export function acceptedKinds(schema: z.core.$ZodType): ReadonlySet<Kind> {
  return new Set(kindsOf(schema));
}

function kindsOf(schema: z.core.$ZodType): Kind[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
    case "template_literal":
      return ["string"];
    case "number":
      return ["number"];
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
